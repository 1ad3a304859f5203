// Package columns sets texts side by side on a terminal: each column wrapped for itself, wide characters counted as two
// cells, and one under the other where there is no room.
package columns

import (
	"io"
	"strings"

	"stead/internal/term/plain"
)

// Line is a text in one style, broken into as many lines as it needs. It may be a stranger's: escape sequences in it
// are removed.
type Line struct {
	Text string
	// Lead stands before the first line; the others are indented by its width.
	Lead string
	// Style is the escape sequence that begins the style. Empty for none.
	Style string
}

// Cell is what stands in one column of a row.
type Cell []Line

// Page is the terminal on which rows are written.
type Page struct {
	// Width is how many cells a line has; 0 is 80.
	Width int
	// Color allows styles.
	Color bool
}

const (
	// usual is the width of a page that is not told its own.
	usual = 80
	// narrowest is how wide a column must be to be read.
	narrowest = 28
	gap       = " │ "
	reset     = "\x1b[0m"
)

func (p Page) width() int {
	if p.Width <= 0 {
		return usual
	}
	return p.Width
}

// column is the width of each of n columns.
func (p Page) column(n int) int { return (p.width() - (n-1)*plain.Width(gap)) / max(n, 1) }

// Fits reports whether there is room for n columns.
func (p Page) Fits(n int) bool { return n < 2 || p.column(n) >= narrowest }

// Write writes a row: its cells side by side, or one under the other where there is no room for them. Empty cells keep
// their column.
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

// Rule writes a line across the page, through which the columns' gaps go on.
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
	width := p.column(len(cells))
	columns := make([][]piece, len(cells))
	rows := 0
	for i, cell := range cells {
		columns[i] = cell.pieces(width)
		rows = max(rows, len(columns[i]))
	}
	for row := range rows {
		b.WriteString(p.line(columns, row, width) + "\n")
	}
}

// line is one line of the terminal.
func (p Page) line(columns [][]piece, row, width int) string {
	var b strings.Builder
	for i, column := range columns {
		var one piece
		if row < len(column) {
			one = column[row]
		}
		if p.Color && one.style != "" && one.text != "" {
			b.WriteString(one.style + one.text + reset)
		} else {
			b.WriteString(one.text)
		}
		if i < len(columns)-1 {
			b.WriteString(strings.Repeat(" ", max(0, width-plain.Width(one.text))) + gap)
		}
	}
	return strings.TrimRight(b.String(), " ")
}

// piece is what a column shows in one line.
type piece struct{ text, style string }

func (c Cell) pieces(width int) []piece {
	var pieces []piece
	for _, line := range c {
		lead := plain.Text(line.Lead)
		indent := min(plain.Width(lead), width-1)
		wrapped := plain.Wrap(strings.Trim(plain.Text(line.Text), "\n"), width-indent)
		for i, text := range strings.Split(wrapped, "\n") {
			if i > 0 {
				lead = strings.Repeat(" ", indent)
			}
			pieces = append(pieces, piece{text: strings.TrimRight(lead+text, " "), style: line.Style})
		}
	}
	return pieces
}
