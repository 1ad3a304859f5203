package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"stead/internal/testkit/corpus"
)

// searched are what is searched for in turns: needles from the rarest to the one in every text, exact strings, two
// words that stand in every session, a filter.
var searched = [][]string{
	{"needle_rare"}, {"needle-common-7f3a"}, {"needle_result"}, {"needle_quoted"}, {"検索針試験"},
	{"internal/needle/needle-path.go"}, {`"to and"`}, {"pars*"},
	{"needle_everywhere"}, {"the", "needle_everywhere"}, {"needle_line", "project:project0"},
	{"needle_everywhere", "role:user"},
}

// search measures searches as whole commands: by the index, and of the files against ripgrep.
func (b *bench) search() error {
	folder, err := b.makeClaudeStore(*sessions)
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(filepath.Dir(folder)) }()
	line := func(words ...string) job { return job{line: append([]string{b.stead, "search", "--json"}, words...)} }
	if _, _, err := b.once(line("needle_rare")); err != nil { // makes the index
		return err
	}
	listed, err := b.compare(9, job{line: []string{b.stead, "list"}})
	if err != nil {
		return err
	}
	b.table.limit(fmt.Sprintf("list %d sessions, by the index", *sessions), "all of them printed", listed[0].wall,
		25*time.Millisecond)
	var walls []time.Duration
	for range 4 * *rounds {
		for _, query := range searched {
			wall, _, err := b.once(line(query...))
			if err != nil {
				return err
			}
			walls = append(walls, wall)
		}
	}
	what := fmt.Sprintf("search in %d sessions, ", *sessions)
	b.table.limit(what+"p50", fmt.Sprintf("%d queries", len(searched)), quantile(walls, 0.5), 15*time.Millisecond)
	b.table.limit(what+"p99", fmt.Sprintf("%d commands", len(walls)), quantile(walls, 0.99), 60*time.Millisecond)
	return b.scans(folder, line)
}

// scans compares searches without an index with ripgrep.
func (b *bench) scans(folder string, line func(...string) job) error {
	needles := corpus.Needles()
	for _, scan := range []struct {
		name string
		aim  float64
	}{{corpus.Rare, 2}, {corpus.Common, 2}, {corpus.Everywhere, 3}} {
		needle := needles[slices.IndexFunc(needles, func(n corpus.Needle) bool { return n.Name == scan.name })]
		what := "search without an index, " + scan.name
		if _, err := exec.LookPath("rg"); err != nil {
			b.table.add(row{what: what, got: "not measured", peer: "rg is not installed (package ripgrep)", met: true})
			continue
		}
		peer := job{line: []string{"rg", "-uuu", "-cF", needle.Text, folder}}
		figures, err := b.compare(min(3, *rounds), peer, line(needle.Query, "--scan"))
		if err != nil {
			return err
		}
		b.table.ratio(what, "rg -c", figures[1].wall, figures[0].wall, scan.aim)
	}
	return nil
}
