package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"stead/internal/testkit/corpus"
)

// scanned measures searches of the files, without an index, against ripgrep.
func (b *bench) scanned() error {
	folder, err := b.makeClaudeStore(*sessions)
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(filepath.Dir(folder)) }()
	return b.scans(folder, func(words ...string) job {
		return job{line: append([]string{b.stead, "search", "--json"}, words...)}
	})
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
