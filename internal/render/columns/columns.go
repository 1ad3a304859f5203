// Package columns sets texts side by side on a terminal. It wraps each column separately, counts wide characters as two
// cells, and puts the texts one below the other if there is not enough room.
package columns

import (
	"io"
	"strings"

	"charm.land/lipgloss/v2"

	"stead/internal/term/plain"
)

// Line is a text in one style, wrapped into as many lines as it needs. It may be a stranger's: escape sequences in it
// are removed.
type Line struct {
	Text string
	// Lead comes before the first line. The other lines are indented by its width.
	Lead string
	// Style is the style on a page with colours.
	Style Style
}

// Style is a style of text.
type Style int

// The styles. Normal is the terminal's default.
const (
	Normal Style = iota
	Bold
	Faint
	Red
	Green
	Cyan
)

// Cell is the content of one column of a row.
type Cell []Line

// Page is the terminal that rows are written to.
type Page struct {
	// Width is the number of cells in a line. 0 means 80.
	Width int
	// Color allows styles.
	Color bool
}

const (
	// usual is the width of a page without a given width.
	usual = 80
	// narrowest is the minimum width of a readable column.
	narrowest = 28
	gap       = " │ "
)

func (p Page) width() int {
	if p.Width <= 0 {
		return usual
	}
	return p.Width
}

// column returns the width of each of n columns.
func (p Page) column(n int) int { return (p.width() - (n-1)*plain.Width(gap)) / max(n, 1) }

// Fits reports whether there is room for n columns.
func (p Page) Fits(n int) bool { return n < 2 || p.column(n) >= narrowest }

// Write writes a row: its cells side by side, or one below the other if there is no room for them. Empty cells keep
// their column. The error is that of w.
func (p Page) Write(w io.Writer, cells ...Cell) error {
	var b strings.Builder
	if p.Fits(len(cells)) {
		p.sideBySide(&b, cells)
	} else {
		for _, cell := range cells {
			p.sideBySide(&b, []Cell{cell})
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Rule writes a line across the page, with crossings at the gaps of n columns. The error is that of w.
func (p Page) Rule(w io.Writer, n int) error {
	line := strings.Repeat("─", p.width())
	if n > 1 && p.Fits(n) {
		line = strings.Repeat("─", p.column(n))
		line += strings.Repeat("─┼─"+line, n-1)
	}
	_, err := io.WriteString(w, line+"\n")
	return err
}

func (p Page) sideBySide(b *strings.Builder, cells []Cell) {
	width, rows := p.column(len(cells)), 0
	columns := make([]string, len(cells))
	for i, cell := range cells {
		columns[i] = lipgloss.PlaceHorizontal(width, lipgloss.Left, p.draw(cell, width))
		if len(cell) > 0 {
			rows = max(rows, lipgloss.Height(columns[i]))
		}
	}
	if rows == 0 {
		return
	}
	blocks := columns[:1:1]
	for _, column := range columns[1:] {
		blocks = append(blocks, strings.Repeat(gap+"\n", rows-1)+gap, column)
	}
	for line := range strings.SplitSeq(lipgloss.JoinHorizontal(lipgloss.Top, blocks...), "\n") {
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// draw draws the lines of a cell, none wider than width.
func (p Page) draw(c Cell, width int) string {
	drawn := make([]string, len(c))
	for i, line := range c {
		if !p.Color {
			line.Style = Normal
		}
		drawn[i] = line.draw(width)
	}
	return lipgloss.JoinVertical(lipgloss.Left, drawn...)
}

func (l Line) draw(width int) string {
	lead := plain.Fit(plain.Text(l.Lead), max(1, width-1))
	text := plain.Wrap(strings.Trim(plain.Text(l.Text), "\n"), max(1, width-plain.Width(lead)))
	if lead == "" {
		return l.Style.draw(text)
	}
	return lipgloss.JoinHorizontal(lipgloss.Top, l.Style.draw(lead), l.Style.draw(text))
}

func (s Style) draw(text string) string {
	style := lipgloss.NewStyle()
	switch s {
	case Bold:
		style = style.Bold(true)
	case Faint:
		style = style.Faint(true)
	case Red:
		style = style.Foreground(lipgloss.Red)
	case Green:
		style = style.Foreground(lipgloss.Green)
	case Cyan:
		style = style.Foreground(lipgloss.Cyan)
	case Normal:
	}
	return style.Render(text)
}
