package screen

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
	east "github.com/yuin/goldmark/extension/ast"
)

const between = "  "

// table draws rows one below the other. A table that is too wide gets a line for each cell instead, so that nothing is
// cut off.
func (d *drawing) table(n *east.Table, width int) []string {
	rows := d.cells(n)
	widths, total := columnWidths(rows)
	if width > 0 && total > width {
		return d.records(rows, width)
	}
	var lines []string
	for i, row := range rows {
		line := ""
		for column, cell := range row {
			if i == 0 {
				cell = d.style(bold, cell)
			}
			line += aligned(cell, widths[column], n.Alignments[column]) + between
		}
		lines = append(lines, strings.TrimRight(line, " "))
		if i == 0 {
			lines = append(lines, d.style(faint, strings.Repeat("─", max(total, 1))))
		}
	}
	return lines
}

// cells returns the texts of the table, the header first. No row has more cells than the header, because the parser
// drops surplus cells.
func (d *drawing) cells(n *east.Table) [][]string {
	var rows [][]string
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		var cells []string
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			cells = append(cells, strings.ReplaceAll(d.inline(cell), "\n", " "))
		}
		rows = append(rows, cells)
	}
	return rows
}

func columnWidths(rows [][]string) (widths []int, total int) {
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], ansi.StringWidth(cell))
		}
	}
	for _, w := range widths {
		total += w
	}
	return widths, total + len(between)*max(len(widths)-1, 0)
}

func aligned(cell string, width int, how east.Alignment) string {
	missing := width - ansi.StringWidth(cell)
	left := 0
	switch how {
	case east.AlignRight:
		left = missing
	case east.AlignCenter:
		left = missing / 2
	}
	return strings.Repeat(" ", left) + cell + strings.Repeat(" ", missing-left)
}

// records draws each row as lines that begin with the names of their columns.
func (d *drawing) records(rows [][]string, width int) []string {
	var lines []string
	for i, row := range rows[min(1, len(rows)):] {
		if i > 0 {
			lines = append(lines, "")
		}
		for column, cell := range row {
			name := d.style(bold, rows[0][column]+":") + " "
			lines = append(lines, d.wrapped(name+cell, width)...)
		}
	}
	return lines
}
