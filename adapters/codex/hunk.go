package codex

import "strings"

// Hunk is a changed place of an updated file. Each line begins with a space, a minus or a plus.
type Hunk struct {
	// Header is the text after "@@": a line of the file above the place.
	Header string
	Lines  []string
}

// Replacement returns the text that the hunk removes, including context, and the text that replaces it. Ok is false if
// nothing is removed, because the text alone then does not identify the place.
func (h Hunk) Replacement() (old, new string, ok bool) {
	var before, after []string
	for _, line := range h.Lines {
		if line[0] != '+' {
			before = append(before, line[1:])
		}
		if line[0] != '-' {
			after = append(after, line[1:])
		}
	}
	old, new = strings.Join(before, "\n"), strings.Join(after, "\n")
	if len(after) == 0 {
		old += "\n" // whole lines are replaced, including their ends
	}
	return old, new, len(before) > 0 && old != ""
}

// NewHunk returns the hunk that replaces one text with another. Common lines at the beginning and the end become
// context.
func NewHunk(old, new string) Hunk {
	before, after := splitLines(old), splitLines(new)
	head := 0
	for head < len(before) && head < len(after) && before[head] == after[head] {
		head++
	}
	tail := 0
	for tail < len(before)-head && tail < len(after)-head && before[len(before)-1-tail] == after[len(after)-1-tail] {
		tail++
	}
	var h Hunk
	h.add(" ", before[:head])
	h.add("-", before[head:len(before)-tail])
	h.add("+", after[head:len(after)-tail])
	h.add(" ", before[len(before)-tail:])
	return h
}

func (h *Hunk) add(prefix string, lines []string) {
	for _, line := range lines {
		h.Lines = append(h.Lines, prefix+line)
	}
}

func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}
