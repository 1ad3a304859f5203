package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

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

// mostSeconds is how long a peer may take. Longer than that is said as such.
const mostSeconds = 120

// peers measures the first index of agentsview, which reads the same sessions into a database of its own.
func (b *bench) peers(s filled) error {
	program := installed(viewer)
	if program == "" {
		return nil
	}
	data := filepath.Join(b.home, ".agentsview")
	defer func() { _ = os.RemoveAll(data) }()
	b.peer(s.name, "peer agentsview 0.46.1, first index", "rm -rf "+data+"; AGENTSVIEW_NO_DAEMON=1 exec timeout %d "+program+
		" sync")
	return nil
}

// peer measures a command line of a peer once, and says so if it fails or takes too long.
func (b *bench) peer(origin, what, line string) {
	figures, err := b.compare(1, job{line: []string{"sh", "-c", fmt.Sprintf(line, mostSeconds)}})
	switch {
	case err == nil:
		b.grid.peer(origin, what, fmt.Sprintf("%s, %s", short(figures[0].wall), megabytes(figures[0].peak)))
	case strings.Contains(err.Error(), "124"): // the exit code of timeout
		b.grid.peer(origin, what, fmt.Sprintf("over %d s", mostSeconds))
	default:
		b.grid.peer(origin, what, "fails")
		fmt.Fprintln(os.Stderr, err)
	}
}

// peerConverts measures a conversion by session-migrate.
func (b *bench) peerConverts(o origin, source string) error {
	program := installed(migrator)
	if program == "" {
		return nil
	}
	target := b.path("migrated.jsonl")
	b.peer(o.name, "peer session-migrate 0.12.0, claude to codex", "rm -f "+target+"*; exec timeout %d "+program+" convert "+source+
		" --format claude --to codex --output "+target)
	return nil
}
