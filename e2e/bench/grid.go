package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// grid is what was measured on each origin: a row for each measure, a column for each origin, and the worst of them.
type grid struct {
	origins []origin
	rows    []*measure
}

// measure is one figure on each origin.
type measure struct {
	what, aim string
	cells     map[string]cell
}

// cell is a figure. Over is the figure as a multiple of its aim, and 0 for one without an aim.
type cell struct {
	text string
	over float64
}

// add adds a figure to the row of a measure.
func (g *grid) add(origin, what, aim string, c cell) {
	at := slices.IndexFunc(g.rows, func(m *measure) bool { return m.what == what })
	if at < 0 {
		at = len(g.rows)
		g.rows = append(g.rows, &measure{what: what, aim: aim, cells: map[string]cell{}})
	}
	g.rows[at].cells[origin] = c
}

// ratio adds a time that may be at most so many times that of a peer.
func (g *grid) ratio(origin, what, peer string, got, by time.Duration, aim float64) {
	ratio := float64(got) / float64(by)
	g.add(origin, what, fmt.Sprintf("%.3g x %s", aim, peer), cell{fmt.Sprintf("%.2f x", ratio), ratio / aim})
}

// limit adds a time that may be at most so long.
func (g *grid) limit(origin, what string, got, aim time.Duration) {
	g.add(origin, what, short(aim), cell{short(got), float64(got) / float64(aim)})
}

// memory adds a peak of memory in bytes.
func (g *grid) memory(origin, what string, got, aim int64) {
	g.add(origin, what, megabytes(aim), cell{megabytes(got), float64(got) / float64(aim)})
}

// peer adds a figure of another program, which has no aim.
func (g *grid) peer(origin, what, got string) { g.add(origin, what, "", cell{text: got}) }

func (g *grid) print(w io.Writer) error {
	columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	head := []string{"MEASURE"}
	for _, o := range g.origins {
		head = append(head, strings.ToUpper(o.name))
	}
	_, _ = fmt.Fprintln(columns, strings.Join(append(head, "WORST", "AIM", "MET"), "\t"))
	for _, m := range g.rows {
		_, _ = fmt.Fprintln(columns, strings.Join(m.line(g.origins), "\t"))
	}
	if err := columns.Flush(); err != nil {
		return err
	}
	_, _ = fmt.Fprintln(w)
	for _, o := range g.origins {
		_, _ = fmt.Fprintf(w, "%s: %s\n", o.name, o.about)
	}
	return nil
}

// line returns the columns of a row.
func (m *measure) line(origins []origin) []string {
	line, worst := []string{m.what}, cell{}
	for _, o := range origins {
		c := m.cells[o.name]
		line = append(line, cmp.Or(c.text, "-"))
		if c.over > worst.over {
			worst = c
		}
	}
	met := "yes"
	switch {
	case m.aim == "":
		met = ""
	case worst.over > 1:
		met = "NO"
	}
	return append(line, worst.text, m.aim, met)
}
