package main

import (
	"fmt"
	"os"
	"path/filepath"

	"stead/e2e/harness"
)

// The peers that scripts/peers installs, in these versions.
const (
	viewer   = ".cache/peers/agentsview/bin/agentsview"
	migrator = ".cache/peers/session-migrate/bin/session-migrate"
)

// installed returns the absolute path of a peer, or "" if it is not installed.
func installed(peer string) string {
	root, err := harness.Root()
	if err != nil {
		return ""
	}
	path := filepath.Join(root, peer)
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// peers measures the first index of agentsview, which reads the same sessions into a database of its own.
func (b *bench) peers(s filled) error {
	program := installed(viewer)
	if program == "" {
		return nil
	}
	data := filepath.Join(b.home, ".agentsview")
	defer func() { _ = os.RemoveAll(data) }()
	figures, err := b.compare(1, job{line: []string{"sh", "-c", "rm -rf " + data + "; AGENTSVIEW_NO_DAEMON=1 exec " + program + " sync"}})
	if err != nil {
		return err
	}
	b.grid.peer(s.name, "peer agentsview 0.46.1, first index", fmt.Sprintf("%s, %s", short(figures[0].wall), megabytes(figures[0].peak)))
	return nil
}

// peerConverts measures a conversion by session-migrate.
func (b *bench) peerConverts(o origin, source string) error {
	program := installed(migrator)
	if program == "" {
		return nil
	}
	target := b.path("migrated.jsonl")
	what := "peer session-migrate 0.12.0, claude to codex"
	figures, err := b.compare(1, job{line: []string{"sh", "-c", "rm -f " + target + "*; exec " + program + " convert " + source +
		" --format claude --to codex --output " + target}})
	if err != nil {
		b.grid.peer(o.name, what, "fails")
		fmt.Fprintln(os.Stderr, err)
		return nil
	}
	b.grid.peer(o.name, what, fmt.Sprintf("%s, %s", short(figures[0].wall), megabytes(figures[0].peak)))
	return nil
}
