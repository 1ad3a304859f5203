package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// table is what is told.
type table struct {
	versions []versions
	results  []*result
}

// write writes a row for each CLI and the tests that failed, and says whether there are any.
func (t table) write(to io.Writer) (failed bool, err error) {
	rows := tabwriter.NewWriter(to, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(rows, "CLI\tpinned\tnewest\tpassed\tfailed\tskipped")
	var below strings.Builder
	for _, v := range t.all() {
		failures := t.row(rows, v)
		failed = failed || failures != ""
		below.WriteString(failures)
	}
	if err := rows.Flush(); err != nil {
		return failed, err
	}
	_, err = io.WriteString(to, below.String())
	return failed, err
}

// all are the CLIs of npm, those that only tests name, and the tests that name none.
func (t table) all() []versions {
	all := slices.Clone(t.versions)
	for _, r := range t.results {
		if r.counts() && !slices.ContainsFunc(all, func(v versions) bool { return v.cli == r.cli() }) {
			all = append(all, versions{cli: r.cli(), pinned: "–", newest: "–", tested: "–"})
		}
	}
	return all
}

// row writes the row of a CLI, and returns what stands below the table about it.
func (t table) row(rows io.Writer, v versions) string {
	count, failures := map[string]int{}, ""
	for _, r := range t.results {
		switch {
		case !r.counts() || r.cli() != v.cli:
		case r.failed():
			count["fail"]++
			failures += fmt.Sprintf("  %s %s\n    %s\n", strings.TrimPrefix(r.pkg, "stead/"), r.test, r.first())
		default:
			count[r.outcome]++
		}
	}
	title, newest := v.cli, v.newest
	if title == "" {
		title = "(no CLI by name)"
	}
	if v.tested != v.newest {
		newest += " (tested: " + v.tested + "; " + v.why + ")"
	}
	_, _ = fmt.Fprintf(rows, "%s\t%s\t%s\t%d\t%d\t%d\n", title, v.pinned, newest, count["pass"], count["fail"],
		count["skip"])
	if failures != "" {
		failures = fmt.Sprintf("\n%s %s:\n%s", title, v.tested, failures)
	}
	return failures
}
