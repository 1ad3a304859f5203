package term

import (
	"io"
	"strings"

	"stead/internal/term/plain"
)

// Column is a column of a table.
type Column struct {
	Title string
	// Most is the maximum width in cells; 0 means no limit. The last column takes the remaining width.
	Most int
	// End cuts the beginning of a value that is too long instead of its end, as paths need it.
	End bool
	// Right aligns values to the right, as numbers need it.
	Right bool
	// Wish is the importance of a column that may be left out if there is no room, from 1 up to [Always]. 0 means that the
	// column always stays. A column with a wish is also left out if all its values are empty.
	Wish int
	// Style returns the sequence that begins a value's style on a terminal with colours, such as [Dim]. Nil, or an empty
	// sequence, means the terminal's default.
	Style func(value string) string
	// Drawn says that the values begin with graphics by stead, whose blanks matter.
	Drawn bool
}

// Gap separates two columns.
const Gap = "  "

// Table prints rows below the columns' titles, in the width of standard output. See [WriteTable].
func (o *Output) Table(columns []Column, rows [][]string) error {
	return writeTable(o.File, o.Width(), o.Colored(), columns, rows)
}

// WriteTable writes rows below the columns' titles so that no line is wider than width; 0 means no limit. Values may
// come from strangers.
func WriteTable(w io.Writer, width int, columns []Column, rows [][]string) error {
	return writeTable(w, width, false, columns, rows)
}

func writeTable(w io.Writer, width int, colored bool, columns []Column, rows [][]string) error {
	columns, rows = choose(width, columns, cleaned(columns, rows))
	header := make([]string, len(columns))
	for i, c := range columns {
		header[i] = c.Title
	}
	cells := make([][]string, 0, len(rows)+1)
	cells = append(append(cells, header), rows...)
	widths := columnWidths(width, columns, cells)
	var b strings.Builder
	for i, row := range cells {
		style := Column.style
		switch {
		case !colored:
			style = func(Column, string) string { return "" }
		case i == 0:
			style = func(Column, string) string { return Bold }
		}
		writeRow(&b, columns, widths, row, style)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// cleaned makes the values safe for a line.
func cleaned(columns []Column, rows [][]string) [][]string {
	all := make([][]string, len(rows))
	for n, row := range rows {
		all[n] = make([]string, len(row))
		for i, value := range row {
			all[n][i] = columns[i].Clean(value)
		}
	}
	return all
}

// style returns the style of a value.
func (c Column) style(value string) string {
	if c.Style == nil {
		return ""
	}
	return c.Style(value)
}

// remarkIndent is the indentation of a remark below a row.
const remarkIndent = "      "

// WriteRemarked writes a table like WriteTable, and below each row its remark, if there is one. Remarks may come from
// strangers.
func WriteRemarked(w io.Writer, width int, columns []Column, rows [][]string, remarks []string) error {
	var table, all strings.Builder
	if err := WriteTable(&table, width, columns, rows); err != nil {
		return err
	}
	room := 0
	if width > 0 {
		room = max(width-len(remarkIndent), 1)
	}
	row := -1 // the first line has the titles
	for line := range strings.Lines(table.String()) {
		all.WriteString(line)
		if row >= 0 {
			if remark := plain.Line(remarks[row]); remark != "" {
				all.WriteString(remarkIndent + plain.Fit(remark, room) + "\n")
			}
		}
		row++
	}
	_, err := io.WriteString(w, all.String())
	return err
}

// Clean makes a stranger's value safe for a line of the column.
func (c Column) Clean(value string) string {
	if !c.Drawn {
		return plain.Line(value)
	}
	text := strings.TrimLeft(value, trunks)
	return value[:len(value)-len(text)] + plain.Line(text)
}

// trunks are the characters that draw trees.
const trunks = "│├└─ "

// Minimum widths below which a value is useless.
const (
	leastLast  = 12
	leastPlain = 6
)

// columnWidths gives each column what its values need, up to its limit if there is little room, and the last one the
// rest.
func columnWidths(width int, columns []Column, cells [][]string) []int {
	widths := make([]int, len(columns))
	last := len(columns) - 1
	left := width
	for i := range columns {
		for _, row := range cells {
			widths[i] = max(widths[i], plain.Width(row[i]))
		}
		if i < last {
			widths[i] = columns[i].limit(widths[i], width)
			left -= widths[i] + len(Gap)
		}
	}
	if width <= 0 || widths[last] <= left {
		return widths
	}
	for i := range last {
		if missing := leastLast - left; missing > 0 && columns[i].Most > 0 {
			cut := max(0, min(missing, widths[i]-leastPlain))
			widths[i], left = widths[i]-cut, left+cut
		}
	}
	widths[last] = max(left, 1)
	return widths
}

func (c Column) limit(needed, width int) int {
	if width > 0 && c.Most > 0 {
		return min(needed, c.Most)
	}
	return needed
}

func writeRow(b *strings.Builder, columns []Column, widths []int, row []string, style func(Column, string) string) {
	blanks := 0 // blanks after the last value are left out
	for i, value := range row {
		shown := columns[i].fit(value, widths[i])
		missing := widths[i] - plain.Width(shown)
		if columns[i].Right {
			blanks, missing = blanks+missing, 0
		}
		if shown != "" {
			b.WriteString(strings.Repeat(" ", blanks) + styled(shown, style(columns[i], value)))
			blanks = 0
		}
		blanks += missing + len(Gap)
	}
	b.WriteByte('\n')
}

func (c Column) fit(value string, width int) string {
	if c.End {
		return plain.FitEnd(value, width)
	}
	return plain.Fit(value, width)
}

func styled(text, begin string) string {
	if begin == "" {
		return text
	}
	return begin + text + Plain
}
