package pane

import (
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"stead/internal/term/plain"
)

// longestTyped is the maximum number of characters in a field. A longer text was pasted by mistake.
const longestTyped = 4000

// Field is an input line. Its cursor is at the end.
type Field struct{ text []rune }

// Value returns the typed text.
func (f *Field) Value() string { return string(f.text) }

// Set replaces the typed text.
func (f *Field) Set(text string) { f.text = []rune(text) }

// Add adds a typed or pasted text, as one line and without control characters.
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

// Take handles a key. It returns false for a key that the field does not use.
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

// Shown returns the end of the text that fits, followed by a cursor.
func (f *Field) Shown(width int) string {
	return plain.FitEnd(f.Value(), max(width-1, 1)) + Reverse.Render(" ")
}
