package main

import (
	"fmt"
	"os"

	"stead/e2e/harness"
)

// list compares stead list with reading the head of every file.
func (b *bench) list() error {
	root, err := harness.Root()
	if err != nil {
		return err
	}
	for _, store := range []struct {
		cli  string
		make func() (folder string, err error)
	}{
		{"claude", func() (string, error) { return b.makeClaudeStore(*sessions) }},
		{"codex", func() (string, error) { return b.makeCodexStore(root, *sessions) }},
	} {
		folder, err := store.make()
		if err != nil {
			return err
		}
		heads := job{line: []string{"sh", "-c", "find " + folder +
			" -name '*.jsonl' -print0 | xargs -0 head -qc 4096 >/dev/null"}}
		figures, err := b.compare(9, heads, job{line: []string{b.stead, "list", "--cli", store.cli}})
		if err != nil {
			return err
		}
		b.table.ratio(fmt.Sprintf("list %d sessions of %s", *sessions, store.cli), "find | head", figures[1].wall,
			figures[0].wall, 3)
		if err := os.RemoveAll(folder); err != nil {
			return err
		}
	}
	return nil
}
