package tui

import (
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"stead/internal/plain"
)

// longestTyped is how many characters a field takes: more is pasted by mistake.
const longestTyped = 4000

// field is a line in which somebody types. Its cursor stands at the end.
type field struct{ text []rune }

func (f *field) value() string { return string(f.text) }

func (f *field) set(text string) { f.text = []rune(text) }

// add takes what is typed or pasted, on one line and without what a terminal would obey.
func (f *field) add(text string) {
	for _, r := range text {
		switch {
		case r == '\n' || r == '\t' || r == '\r':
			r = ' '
		case unicode.IsControl(r) || plain.Line("x"+string(r)+"x") == "xx":
			continue
		}
		if len(f.text) < longestTyped {
			f.text = append(f.text, r)
		}
	}
}

// take takes a key. It is false for a key that is none of the field's.
func (f *field) take(k tea.KeyPressMsg) bool {
	switch k.String() {
	case "backspace", "ctrl+h":
		f.text = f.text[:max(len(f.text)-1, 0)]
	case "ctrl+u":
		f.text = nil
	case "ctrl+w", "alt+backspace":
		text := strings.TrimRight(string(f.text), " ")
		f.text = []rune(text[:strings.LastIndexByte(text, ' ')+1])
	default:
		if k.Text == "" {
			return false
		}
		f.add(k.Text)
	}
	return true
}

// shown is the end of the text that fits, with a cursor behind it.
func (f *field) shown(width int) string {
	return plain.FitEnd(f.value(), max(width-1, 1)) + reverse.Render(" ")
}
