package agents

import (
	"fmt"
	"slices"
	"strings"

	"stead/catalog/stats"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/internal/render/transcript"
)

// measure returns the value of a row in a chart.
type measure func(stats.Figures) float64

// measureOf returns the measure of the rows' chart: costs, or else tokens, or else calls.
func measureOf(r stats.Result) measure {
	cost := func(f stats.Figures) float64 {
		if f.Tokens == nil || f.Cost == nil {
			return 0
		}
		return *f.Cost
	}
	tokens := func(f stats.Figures) float64 { return float64(f.All()) }
	for _, m := range []measure{cost, tokens} {
		if slices.ContainsFunc(r.Rows, func(row stats.Row) bool { return m(row.Figures) > 0 }) {
			return m
		}
	}
	return func(f stats.Figures) float64 {
		if f.Calls == nil {
			return 0
		}
		return float64(*f.Calls)
	}
}

// barWidth is the width of the longest bar, in cells.
const barWidth = 10

// bar draws a value relative to the largest one, in eighths of a cell. Any positive value is visible.
func bar(value, largest float64) string {
	if value <= 0 || largest <= 0 {
		return ""
	}
	eighths := max(1, int(value/largest*barWidth*8+0.5))
	text := strings.Repeat("█", eighths/8)
	if rest := eighths % 8; rest > 0 {
		text += string([]rune("▏▎▍▌▋▊▉")[rest-1])
	}
	return text
}

// printStats prints the rows with a chart of the main figure, the total, and notes on what is missing.
func printStats(p *setup.Process, r stats.Result) error {
	charted := measureOf(r)
	columns := columnsOf(r)
	largest := 0.0
	for _, row := range r.Rows {
		largest = max(largest, charted(row.Figures))
	}
	var rows [][]string
	for _, row := range r.Rows {
		keys := slices.Clone(row.Keys)
		for i, d := range r.By {
			keys[i] = keyOf(p, d, keys[i])
		}
		rows = append(rows, append(append(keys, cells(row.Figures)...), bar(charted(row.Figures), largest)))
	}
	if len(r.Rows) > 1 {
		keys := make([]string, len(r.By))
		if len(keys) > 0 {
			keys[0] = "total"
		}
		rows = append(rows, append(append(keys, cells(r.Total)...), ""))
	}
	if err := p.Term.Out.Table(columns, rows); err != nil {
		return err
	}
	if n := len(r.Unpriced); n > 0 {
		p.Term.Err.Note("%s without a price: %s", transcript.Count(n, "model"), named(r.Unpriced))
	}
	return nil
}

func columnsOf(r stats.Result) []term.Column {
	var columns []term.Column
	for _, d := range r.By {
		columns = append(columns, term.Column{Title: strings.ToUpper(string(d)), Most: 28, End: d == stats.ByProject})
	}
	for _, c := range []struct {
		title string
		wish  int
	}{{"SESSIONS", 3}, {"TURNS", 2}, {"INPUT", 4}, {"CACHE", 1}, {"OUTPUT", 5}, {"COST", 8}, {"CALLS", 6}, {"FAILED", 6}} {
		columns = append(columns, term.Column{Title: c.title, Right: true, Wish: c.wish})
	}
	return append(columns, term.Column{Title: "", Wish: 7, Drawn: true})
}

// keyOf formats a value of a dimension for people.
func keyOf(p *setup.Process, d stats.Dimension, value string) string {
	switch {
	case value == "":
		return "unknown"
	case d == stats.ByProject:
		return p.Tilde(value)
	}
	return value
}

// cells formats figures in the order of the columns. Figures that do not apply are empty.
func cells(f stats.Figures) []string {
	number := func(n *int64) string {
		if n == nil {
			return ""
		}
		return term.Amount(*n)
	}
	row := []string{term.Amount(f.Sessions), number(f.Turns), "", "", "", "", number(f.Calls), number(f.Failures)}
	if t := f.Tokens; t != nil {
		cached := t.CacheRead + t.CacheWrite
		row[2], row[3], row[4], row[5] = term.Amount(t.Input), term.Amount(cached), term.Amount(t.Output), costOf(t)
	}
	return row
}

// costOf formats a cost: with ≥ if part of it is unknown, as ? if all of it is.
func costOf(t *stats.Tokens) string {
	switch {
	case t.Responses == 0:
		return ""
	case t.Cost == nil:
		return "?"
	case t.Unpriced > 0:
		return fmt.Sprintf("≥$%.2f", *t.Cost)
	}
	return fmt.Sprintf("$%.2f", *t.Cost)
}

// mostNamed is the maximum number of names in a note.
const mostNamed = 5

func named(names []string) string {
	for i, name := range names {
		if name == "" {
			names[i] = "unknown"
		}
	}
	if len(names) > mostNamed {
		return strings.Join(names[:mostNamed], ", ") + fmt.Sprintf(" and %d more", len(names)-mostNamed)
	}
	return strings.Join(names, ", ")
}
