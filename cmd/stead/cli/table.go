package cli

import (
	"io"
	"strings"

	"stead/internal/plain"
)

// column is a column of a table.
type column struct {
	title string
	// most is how many cells it may take; 0 is no limit. The last column takes what is left.
	most int
	// end keeps the end of a value that is too long, as paths need it.
	end bool
	// drawn tells that the values begin with what stead draws, whose blanks count.
	drawn bool
}

const gap = "  "

// writeTable writes rows below the columns' titles so that no line is wider than width; 0 is no limit. Values are of strangers.
func writeTable(w io.Writer, width int, columns []column, rows [][]string) error {
	header := make([]string, len(columns))
	for i, c := range columns {
		header[i] = c.title
	}
	cells := make([][]string, 0, len(rows)+1)
	cells = append(cells, header)
	for _, row := range rows {
		clean := make([]string, len(row))
		for i, value := range row {
			clean[i] = columns[i].clean(value)
		}
		cells = append(cells, clean)
	}
	widths := columnWidths(width, columns, cells)
	var b strings.Builder
	for _, row := range cells {
		writeRow(&b, columns, widths, row)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// clean makes a stranger's value fit for a line.
func (c column) clean(value string) string {
	if !c.drawn {
		return plain.Line(value)
	}
	text := strings.TrimLeft(value, trunks)
	return value[:len(value)-len(text)] + plain.Line(text)
}

// trunks are what trees are drawn with.
const trunks = "│├└─ "

// Widths below which a value says nothing.
const (
	leastLast  = 12
	leastPlain = 6
)

// columnWidths gives each column what its values need, up to its limit where there is little room, and the last one what is left.
func columnWidths(width int, columns []column, cells [][]string) []int {
	widths := make([]int, len(columns))
	last := len(columns) - 1
	left := width
	for i := range columns {
		for _, row := range cells {
			widths[i] = max(widths[i], plain.Width(row[i]))
		}
		if i < last {
			widths[i] = columns[i].limit(widths[i], width)
			left -= widths[i] + len(gap)
		}
	}
	if width <= 0 || widths[last] <= left {
		return widths
	}
	for i := range last {
		if missing := leastLast - left; missing > 0 && columns[i].most > 0 {
			cut := max(0, min(missing, widths[i]-leastPlain))
			widths[i], left = widths[i]-cut, left+cut
		}
	}
	widths[last] = max(left, 1)
	return widths
}

func (c column) limit(needed, width int) int {
	if width > 0 && c.most > 0 {
		return min(needed, c.most)
	}
	return needed
}

func writeRow(b *strings.Builder, columns []column, widths []int, row []string) {
	var line strings.Builder
	for i, value := range row {
		if columns[i].end {
			value = plain.FitEnd(value, widths[i])
		} else {
			value = plain.Fit(value, widths[i])
		}
		line.WriteString(value)
		if i < len(row)-1 {
			line.WriteString(strings.Repeat(" ", widths[i]-plain.Width(value)) + gap)
		}
	}
	b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
}
