package pane

import (
	"strings"

	"charm.land/lipgloss/v2"

	"stead/internal/term/plain"
)

// The styles use the 16 colours of the user's theme, which decides how they look. A word or a mark always repeats the
// meaning of a colour.
var (
	Bold    = lipgloss.NewStyle().Bold(true)
	Faint   = lipgloss.NewStyle().Faint(true)
	Reverse = lipgloss.NewStyle().Reverse(true)
	Cyan    = lipgloss.NewStyle().Foreground(lipgloss.Cyan)
	Green   = lipgloss.NewStyle().Foreground(lipgloss.Green)
	Yellow  = lipgloss.NewStyle().Foreground(lipgloss.Yellow).Bold(true)
	Red     = lipgloss.NewStyle().Foreground(lipgloss.Red)
	// Hit marks a match of a search. Behind marks the chosen line of a pane without the keyboard focus.
	Hit    = lipgloss.NewStyle().Foreground(lipgloss.Yellow).Reverse(true)
	Behind = lipgloss.NewStyle().Bold(true).Underline(true)

	frame = lipgloss.NewStyle().Border(lipgloss.NormalBorder()).Padding(0, 1)
)

// Filled returns a text of exactly the given width: cut, or padded with blanks. The text may be styled.
func Filled(text string, width int) string {
	missing := width - plain.Width(text)
	if missing < 0 {
		return lipgloss.NewStyle().MaxWidth(width).Render(text)
	}
	return text + strings.Repeat(" ", missing)
}

// Apart places two texts at the two ends of a line. It cuts the first one if needed.
func Apart(left, right string, width int) string {
	room := width - plain.Width(right)
	if room < 1 {
		return Filled(left, width)
	}
	return Filled(left, room) + right
}

// bytesPerCell is the number of bytes examined per available cell: a stranger's line of a megabyte must not delay a
// frame.
const bytesPerCell = 32

// Line returns the beginning of a stranger's text as one line of at most width cells.
func Line(text string, width int) string { return plain.Fit(plain.Line(head(text, width)), width) }

// Indented is like Line, but keeps blanks, for a text whose indentation matters.
func Indented(text string, width int) string {
	return plain.Fit(plain.Text(lineEnds.Replace(head(text, width))), width)
}

var lineEnds = strings.NewReplacer("\n", " ", "\r", " ")

// head returns as much of a text as can be visible in width cells.
func head(text string, width int) string {
	if most := bytesPerCell * max(width, 1); len(text) > most {
		return strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// LineEnd returns the end of a stranger's text as one line of at most width cells.
func LineEnd(text string, width int) string {
	if most := bytesPerCell * max(width, 1); len(text) > most {
		text = "…" + strings.ToValidUTF8(text[len(text)-most:], "")
	}
	return plain.FitEnd(plain.Line(text), width)
}

// Cell returns a stranger's text as a cell of a table.
func Cell(text string, width int) string { return Filled(Line(text, width), width) }

// Box draws a frame around lines, which it fills to the given width.
func Box(lines []string, width int) string {
	filled := make([]string, len(lines))
	for i := range lines {
		filled[i] = Filled(lines[i], width)
	}
	return frame.Render(strings.Join(filled, "\n"))
}

// Wrapped wraps a stranger's text into lines.
func Wrapped(text string, width int) []string {
	return strings.Split(plain.Wrap(plain.Text(text), max(width, 1)), "\n")
}

// Change draws a line of a diff in its colour.
func Change(line string) string {
	switch {
	case strings.HasPrefix(line, "+"):
		return Green.Render(line)
	case strings.HasPrefix(line, "-"):
		return Red.Render(line)
	}
	return line
}
