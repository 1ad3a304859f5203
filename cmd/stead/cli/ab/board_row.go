package ab

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/term"
	"stead/internal/term/plain"
	"stead/orchestrator/ab"
)

// table returns the text of a frame: contestants at work before waiting ones, as many as fit.
func (b *board) table(width, height int) string {
	if b.contest.ID == "" {
		return ""
	}
	shown, more := b.chosen(height)
	columns := []term.Column{{Title: "NAME", Most: 16}, {Title: "STATE"}, {Title: "TURNS"}, {Title: "TOKENS"},
		{Title: "COST"}, {Title: "TIME"}, {Title: "DOES"}}
	rows := make([][]string, 0, len(shown))
	for _, one := range shown {
		rows = append(rows, b.row(one))
	}
	columns, rows = withMachines(b.contest, shown, 1, columns, rows)
	var out strings.Builder
	_ = term.WriteTable(&out, width-1, columns, rows) // the last cell stays free: a terminal wraps the line after it
	if more != "" {
		out.WriteString(plain.Fit(more, width-1) + "\n")
	}
	return out.String()
}

// withMachines adds a column with the machine of each contestant, unless all work on this one. At is the index of the
// column.
func withMachines(c ab.Contest, shown []ab.Contestant, at int, columns []term.Column,
	rows [][]string) ([]term.Column, [][]string) {
	if !slices.ContainsFunc(c.Contestants, func(one ab.Contestant) bool { return one.Machine != "" }) {
		return columns, rows
	}
	for i, one := range shown {
		rows[i] = slices.Insert(rows[i], at, cmp.Or(one.Machine, machines.Here))
	}
	return slices.Insert(columns, at, term.Column{Title: "ON", Most: 12}), rows
}

// chosen returns the contestants that fit, those at work first, and a note on the others.
func (b *board) chosen(height int) (shown []ab.Contestant, more string) {
	all := b.contest.Contestants
	room := max(height-4, 3)
	if len(all) <= room {
		return all, ""
	}
	works := func(c ab.Contestant) bool { return !c.State.Ended() && c.State != ab.Waiting }
	ended, waiting := 0, 0
	for _, one := range all {
		switch {
		case works(one) && len(shown) < room:
			shown = append(shown, one)
		case one.State.Ended():
			ended++
		default:
			waiting++
		}
	}
	return shown, fmt.Sprintf("… %d have ended, %d wait", ended, waiting)
}

func (b *board) row(one ab.Contestant) []string {
	turns, tokens, dollars, last := int64(one.Turns), one.Usage.Input+one.Usage.Output, one.Cost, one.Reason
	if d := b.live[one.Name]; d != nil {
		turns, tokens, dollars, last = d.Turns, d.Tokens, d.Cost, d.Last
	}
	if one.State == ab.Preparing {
		last = "copying the folder"
	}
	return []string{
		one.Name, boardState(one), fmt.Sprint(turns), term.Amount(tokens), term.Dollars(dollars),
		term.Brief(workTime(one, b.now())), last,
	}
}

// boardState returns one word for the state of a contestant, or the result of its check.
func boardState(one ab.Contestant) string {
	if one.State == ab.Done && one.Checked != nil {
		return "check " + checkWord(one)
	}
	return string(one.State)
}

// workTime returns how long a contestant has worked.
func workTime(one ab.Contestant, now time.Time) time.Duration {
	switch {
	case one.State.Ended():
		return time.Duration(one.DurationMS) * time.Millisecond
	case one.Started.IsZero():
		return 0
	}
	return now.Sub(one.Started)
}
