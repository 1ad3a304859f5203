package term

import (
	"fmt"
	"strings"
)

// Warn writes warnings as notes. Warnings with the same beginning and the same reason become one note: of forty files
// that a crash left empty, the note names the first.
func (m *Messages) Warn(warnings []error) {
	var order []string
	alike := map[string][]string{}
	for _, warning := range warnings {
		text := warning.Error()
		kind := kindOf(text)
		if alike[kind] == nil {
			order = append(order, kind)
		}
		alike[kind] = append(alike[kind], text)
	}
	for _, kind := range order {
		m.Note("%s%s", alike[kind][0], more(len(alike[kind])-1))
	}
}

// kindOf returns a warning without the text between its beginning and its reason: the name of the file.
func kindOf(text string) string {
	first, rest, ok := strings.Cut(text, ": ")
	at := strings.LastIndex(rest, ": ")
	if !ok || at < 0 {
		return text
	}
	return first + rest[at:]
}

func more(others int) string {
	switch others {
	case 0:
		return ""
	case 1:
		return " (and one more file)"
	}
	return fmt.Sprintf(" (and %d more files)", others)
}
