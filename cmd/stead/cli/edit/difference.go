package edit

import (
	"fmt"
	"io"
	"strings"

	"stead/forks/draft"
	"stead/internal/term/plain"
)

// The styles of the lines of a diff (ECMA-48).
const (
	red   = "\x1b[31m"
	green = "\x1b[32m"
	cyan  = "\x1b[36m"
	reset = "\x1b[0m"
)

// printDifference writes a difference: one line for each entry, at most width cells wide, followed by the diff of a
// changed text. A width of 0 means no limit.
func printDifference(w io.Writer, d draft.Difference, width int, isColored bool) error {
	var b strings.Builder
	for _, group := range []struct {
		title string
		all   []draft.Different
	}{{"dropped", d.Dropped}, {"changed", d.Changed}, {"inserted", d.Inserted}, {"moved", d.Moved}} {
		for _, one := range group.all {
			b.WriteString(plain.Fit(fmt.Sprintf("%-9s %-9s %s: %s", group.title, place(one), kind(one), one.Headline), width) +
				"\n")
			for line := range strings.Lines(one.Diff) {
				b.WriteString(painted("  "+plain.Text(strings.TrimSuffix(line, "\n")), line, isColored))
			}
		}
	}
	if d.IsNone() {
		b.WriteString("nothing is different\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// place returns the old and the new position of an entry: #3, at #4, #7->#2.
func place(d draft.Different) string {
	switch {
	case d.Is == 0:
		return fmt.Sprintf("#%d", d.Was)
	case d.Was == 0:
		return fmt.Sprintf("at #%d", d.Is)
	case d.Was == d.Is:
		return fmt.Sprintf("#%d", d.Is)
	}
	return fmt.Sprintf("#%d->#%d", d.Was, d.Is)
}

func kind(d draft.Different) string { return strings.TrimPrefix(string(d.As), "tool_") }

// painted returns a line of a diff with a line break, in its colour.
func painted(text, line string, isColored bool) string {
	color := map[byte]string{'-': red, '+': green, '@': cyan}[line[0]]
	if !isColored || color == "" {
		return text + "\n"
	}
	return color + text + reset + "\n"
}
