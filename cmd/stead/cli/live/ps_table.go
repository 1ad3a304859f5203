package live

import (
	"fmt"
	"time"

	"stead/cmd/stead/cli/term"
	"stead/internal/term/plain"
	"stead/reach/remote"
	"stead/runs"
)

// leastProject is the minimum width of a project's name if there is no room for all of it.
const leastProject = 8

// projectColumn is the index of the project in the table of runs: the only column there whose values may be cut.
const projectColumn = 3

// runTable returns the table of runs for lines of width cells. 0 means no limit. It keeps the route of a run through
// CLIs complete as long as possible: first it shortens the project, then it drops the CLIs between the first and the
// last, then the last columns.
func runTable(width int, shown []remote.Run, short map[string]string, now time.Time) ([]term.Column, [][]string) {
	columns := []term.Column{{Title: "RUN"}, {Title: "STATE"}, {Title: "FROM->TO", End: true},
		{Title: "PROJECT", End: true}, {Title: "AGE"}, {Title: "TURNS"}, {Title: "TOKENS"}, {Title: "COST"}}
	rows := runRows(shown, short, now, runs.Run.Route)
	if width <= 0 {
		return columns, rows
	}
	if spare(width, columns, rows) < 0 {
		rows = runRows(shown, short, now, runs.Run.BriefRoute)
	}
	for len(columns) > projectColumn && spare(width, columns, rows) < 0 {
		columns = columns[:len(columns)-1]
	}
	if len(columns) > projectColumn {
		columns[projectColumn].Most = least(projectColumn, columns, rows) + spare(width, columns, rows)
	}
	for i := range rows {
		rows[i] = rows[i][:len(columns)]
	}
	return columns, rows
}

func runRows(shown []remote.Run, short map[string]string, now time.Time, route func(runs.Run) string) [][]string {
	rows := make([][]string, 0, len(shown))
	for _, r := range shown {
		rows = append(rows, []string{
			short[keyOf(r)], r.Shown, route(r.Run), projectOf(r.Run), term.Age(now.Sub(r.Started)), fmt.Sprint(r.Turns),
			term.Amount(r.Usage.Input + r.Usage.Output), term.Dollars(r.Cost),
		})
	}
	return rows
}

// spare returns the number of cells left over when each column has what it needs. It is negative if there is too little
// room.
func spare(width int, columns []term.Column, rows [][]string) int {
	left := width - len(term.Gap)*(len(columns)-1)
	for i := range columns {
		left -= least(i, columns, rows)
	}
	return left
}

// least returns the number of cells that a column needs.
func least(i int, columns []term.Column, rows [][]string) int {
	widest := plain.Width(columns[i].Title)
	for _, row := range rows {
		widest = max(widest, plain.Width(columns[i].Clean(row[i])))
	}
	if i == projectColumn {
		return min(widest, leastProject)
	}
	return widest
}
