package pane

import (
	"strings"

	"charm.land/lipgloss/v2"

	"stead/internal/term/plain"
)

// The styles are made of the 16 colours of the user's theme, which decides how they look. What a colour says is said by
// a word or a mark as well.
var (
	Bold    = lipgloss.NewStyle().Bold(true)
	Faint   = lipgloss.NewStyle().Faint(true)
	Reverse = lipgloss.NewStyle().Reverse(true)
	Cyan    = lipgloss.NewStyle().Foreground(lipgloss.Cyan)
	Green   = lipgloss.NewStyle().Foreground(lipgloss.Green)
	Yellow  = lipgloss.NewStyle().Foreground(lipgloss.Yellow).Bold(true)
	Red     = lipgloss.NewStyle().Foreground(lipgloss.Red)
	// Hit is a text that was searched for, Behind the chosen line of a pane that does not have the keys.
	Hit    = lipgloss.NewStyle().Foreground(lipgloss.Yellow).Reverse(true)
	Behind = lipgloss.NewStyle().Bold(true).Underline(true)

	frame = lipgloss.NewStyle().Border(lipgloss.NormalBorder()).Padding(0, 1)
)

// Filled returns a text that is as wide as it must be: cut, or with blanks behind it. The text may be styled.
func Filled(text string, width int) string {
	missing := width - plain.Width(text)
	if missing < 0 {
		return lipgloss.NewStyle().MaxWidth(width).Render(text)
	}
	return text + strings.Repeat(" ", missing)
}

// Apart puts two texts at the two ends of a line. What does not fit of the first is cut.
func Apart(left, right string, width int) string {
	room := width - plain.Width(right)
	if room < 1 {
		return Filled(left, width)
	}
	return Filled(left, room) + right
}

// bytesPerCell is how many bytes of a text are looked at for each cell that it may fill: a stranger's line of a
// megabyte must not cost a frame.
const bytesPerCell = 32

// Line returns the beginning of a stranger's text as one line that fits into so many cells.
func Line(text string, width int) string { return plain.Fit(plain.Line(head(text, width)), width) }

// Indented is Line for a text whose blanks mean something.
func Indented(text string, width int) string {
	return plain.Fit(plain.Text(lineEnds.Replace(head(text, width))), width)
}

var lineEnds = strings.NewReplacer("\n", " ", "\r", " ")

// head is as much of a text as can be seen in so many cells.
func head(text string, width int) string {
	if most := bytesPerCell * max(width, 1); len(text) > most {
		return strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// LineEnd returns the end of a stranger's text as one line that fits into so many cells.
func LineEnd(text string, width int) string {
	if most := bytesPerCell * max(width, 1); len(text) > most {
		text = "…" + strings.ToValidUTF8(text[len(text)-most:], "")
	}
	return plain.FitEnd(plain.Line(text), width)
}

// Cell returns a stranger's text as a cell of a table.
func Cell(text string, width int) string { return Filled(Line(text, width), width) }

// Box draws a frame around lines, which are made as wide as it must be.
func Box(lines []string, width int) string {
	filled := make([]string, len(lines))
	for i := range lines {
		filled[i] = Filled(lines[i], width)
	}
	return frame.Render(strings.Join(filled, "\n"))
}

// Wrapped breaks a stranger's text into lines.
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
