package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"
)

// table is what was measured.
type table []row

// row is one figure with the one it is judged by.
type row struct {
	what, got, peer, by, aim string
	met                      bool
}

// ratio adds a figure that may be at most so many times its peer's.
func (t *table) ratio(what, peer string, got, by time.Duration, aim float64) {
	ratio := float64(got) / float64(by)
	t.add(row{
		what: what, got: short(got), peer: peer + " " + short(by), by: fmt.Sprintf("%.2f x", ratio),
		aim: fmt.Sprintf("<= %.3g x", aim), met: ratio <= aim,
	})
}

// limit adds a figure that may be at most so much. What it is measured against is in its name.
func (t *table) limit(what, peer string, got, aim time.Duration) {
	t.add(row{what: what, got: short(got), peer: peer, aim: "<= " + short(aim), met: got <= aim})
}

// memory adds a peak of memory, in bytes.
func (t *table) memory(what string, got, aim int64) {
	t.add(row{what: what, got: megabytes(got), aim: "< " + megabytes(aim), met: got < aim})
}

func (t *table) add(r row) { *t = append(*t, r) }

func (t *table) print(w io.Writer) error {
	columns := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(columns, "MEASURE\tSTEAD\tAGAINST\tRATIO\tAIM\tMET")
	for _, r := range *t {
		met := "yes"
		if !r.met {
			met = "NO"
		}
		_, _ = fmt.Fprintf(columns, "%s\t%s\t%s\t%s\t%s\t%s\n", r.what, r.got, r.peer, r.by, r.aim, met)
	}
	return columns.Flush()
}

func short(d time.Duration) string {
	switch {
	case d >= time.Second:
		return fmt.Sprintf("%.2f s", d.Seconds())
	case d >= 10*time.Millisecond:
		return fmt.Sprintf("%.0f ms", d.Seconds()*1e3)
	}
	return fmt.Sprintf("%.2f ms", d.Seconds()*1e3)
}

func megabytes(bytes int64) string { return fmt.Sprintf("%d MB", bytes>>20) }
