package term

import (
	"cmp"
	"slices"

	"stead/internal/term/plain"
)

// Always is the wish of a column that is left out only if it is empty.
const Always = 100

// comfort is the width of the last column that takes precedence over optional columns.
const comfort = 30

// choose drops columns that do not fit, those with the smallest wish first, and empty columns. It drops only columns
// with a wish. Rows must be clean.
func choose(width int, columns []Column, rows [][]string) ([]Column, [][]string) {
	if !slices.ContainsFunc(columns, func(c Column) bool { return c.Wish > 0 }) {
		return columns, rows
	}
	needs := make([]int, len(columns))
	for i, c := range columns {
		needs[i] = c.need(i, width, rows)
	}
	kept := keptColumns(width, columns, needs)
	chosen := make([]Column, len(kept))
	for i, at := range kept {
		chosen[i] = columns[at]
	}
	cut := make([][]string, len(rows))
	for n, row := range rows {
		cut[n] = make([]string, len(kept))
		for i, at := range kept {
			cut[n][i] = row[at]
		}
	}
	return chosen, cut
}

// need returns the number of cells that a column takes, or 0 for an empty one.
func (c Column) need(i, width int, rows [][]string) int {
	most := 0
	for _, row := range rows {
		most = max(most, plain.Width(row[i]))
	}
	if most == 0 {
		return 0
	}
	return c.limit(max(most, plain.Width(c.Title)), width)
}

// keptColumns returns the indexes of the columns to keep, in order.
func keptColumns(width int, columns []Column, needs []int) []int {
	last := len(columns) - 1
	left := width - min(needs[last], comfort)
	var kept, wished []int
	for i, c := range columns {
		switch {
		case c.Wish == 0, c.Wish == Always && needs[i] > 0:
			kept = append(kept, i)
			if i < last {
				left -= needs[i] + len(Gap)
			}
		case needs[i] > 0:
			wished = append(wished, i)
		}
	}
	slices.SortStableFunc(wished, func(a, b int) int { return cmp.Compare(columns[b].Wish, columns[a].Wish) })
	for _, i := range wished {
		if cost := needs[i] + len(Gap); width == 0 || cost <= left {
			kept, left = append(kept, i), left-cost
		}
	}
	slices.Sort(kept)
	return kept
}
