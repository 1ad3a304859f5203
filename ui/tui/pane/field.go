package pane

import (
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"stead/internal/term/plain"
)

// longestTyped is how many characters a field takes: more is pasted by mistake.
const longestTyped = 4000

// Field is a line in which somebody types. Its cursor stands at the end.
type Field struct{ text []rune }

// Value is what was typed.
func (f *Field) Value() string { return string(f.text) }

// Set puts a text in place of what was typed.
func (f *Field) Set(text string) { f.text = []rune(text) }

// Add takes what is typed or pasted, on one line and without what a terminal would obey.
func (f *Field) Add(text string) {
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

// Take takes a key. It is false for a key that is none of the field's.
func (f *Field) Take(k tea.KeyPressMsg) bool {
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
		f.Add(k.Text)
	}
	return true
}

// Shown is the end of the text that fits, with a cursor behind it.
func (f *Field) Shown(width int) string {
	return plain.FitEnd(f.Value(), max(width-1, 1)) + Reverse.Render(" ")
}
