package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"stead/catalog/index"
	"stead/e2e/harness"
)

// everywhere measures, on each origin, what depends on what sessions are like.
func (b *bench) everywhere() error {
	all, err := origins()
	if err != nil {
		return err
	}
	b.grid.origins = all
	for _, o := range all {
		fmt.Fprintln(os.Stderr, "measuring: origin", o.name)
		if err := b.onOrigin(o); err != nil {
			return fmt.Errorf("%s: %w", o.name, err)
		}
	}
	return nil
}

func (b *bench) onOrigin(o origin) error {
	if o.session != nil {
		if err := b.convert(o); err != nil {
			return err
		}
	}
	root := filepath.Join(b.home, ".claude")
	count, err := o.fill(root)
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(root) }()
	s := filled{name: o.name, folder: filepath.Join(root, "projects"), sessions: count}
	if s.size, err = bytesIn(s.folder); err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(filepath.Join(b.home, ".local")) }()
	for _, part := range []func(filled) error{b.listed, b.indexed, b.found, b.peers} {
		if err := part(s); err != nil {
			return err
		}
	}
	return nil
}

// filled is the store of an origin. Size is in bytes.
type filled struct {
	name, folder string
	sessions     int
	size         int64
}

// listed measures a list and a reference before there is an index.
func (b *bench) listed(s filled) error {
	figures, err := b.compare(9, heads(s.folder), job{line: []string{b.stead, "list"}},
		job{line: []string{b.stead, "show", "claude:latest", "--turn", "-1"}})
	if err != nil {
		return err
	}
	b.grid.ratio(s.name, "list, cold", "find | head", figures[1].wall, figures[0].wall, 3)
	b.grid.limit(s.name, "show claude:latest --turn -1, cold", figures[2].wall, 30*time.Millisecond)
	return nil
}

// indexed measures how long the first index takes and what it costs, and how long an update takes after one record.
func (b *bench) indexed(s filled) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	path := b.path(index.FileName)
	refresh := job{line: []string{self, indexCommand, b.home, path}}
	first, err := b.compare(3, job{line: refresh.line, makes: path})
	if err != nil {
		return err
	}
	// 15 s for 1.16 GB of large sessions, 2.5 s for 10,000 small ones
	aim := max(time.Duration(float64(s.size)/1.16e9*15e9), time.Duration(s.sessions)*250*time.Microsecond)
	b.grid.add(s.name, "first index", "15 s a 1.16 GB, 0.25 ms a session", cell{short(first[0].wall), float64(first[0].wall) / float64(aim)})
	b.grid.memory(s.name, "first index, peak", first[0].peak, 100<<20)
	if err := b.indexShare(s, path); err != nil {
		return err
	}
	return b.indexAppend(s, refresh)
}

// queries are what is searched for in every origin: words that stand in nearly each text, phrases, beginnings of words,
// filters, and what no text has.
var queries = [][]string{
	{"the"}, {"error"}, {`"in the"`}, {"pars*"}, {"test", "function"}, {"the", "role:user"}, {"value", "project:project1"},
	{"internal/"}, {"zyzzyva"}, {"timeline"}, {"file", "read"}, {"bytes.Buffer"},
}

// found measures a list by the index, references, and searches, as whole commands.
func (b *bench) found(s filled) error {
	line := func(words ...string) job { // 3 is the exit code of a search that finds nothing
		return job{line: append([]string{"sh", "-c", `"$0" search --json "$@" || test $? = 3`, b.stead}, words...)}
	}
	if _, _, err := b.once(line("zyzzyva")); err != nil { // makes the index
		return err
	}
	figures, err := b.compare(9, job{line: []string{b.stead, "list"}},
		job{line: []string{b.stead, "show", "claude:latest", "--turn", "-1"}}, line("the"))
	if err != nil {
		return err
	}
	aim := 25 * time.Millisecond
	if s.sessions > 5000 {
		aim = 60 * time.Millisecond
	}
	b.grid.add(s.name, "list, by the index", "25 ms; 60 ms of 10,000", cell{short(figures[0].wall), float64(figures[0].wall) / float64(aim)})
	b.grid.limit(s.name, "show claude:latest --turn -1, by the index", figures[1].wall, 30*time.Millisecond)
	b.grid.limit(s.name, "search for \"the\"", figures[2].wall, 40*time.Millisecond)
	var walls []time.Duration
	for range 2 * *rounds {
		for _, query := range queries {
			wall, _, err := b.once(line(query...))
			if err != nil {
				return err
			}
			walls = append(walls, wall)
		}
	}
	b.grid.limit(s.name, "search, p50", quantile(walls, 0.5), 15*time.Millisecond)
	b.grid.limit(s.name, "search, p99", quantile(walls, 0.99), 60*time.Millisecond)
	return nil
}

// list compares stead list with reading the head of every rollout of Codex.
func (b *bench) list() error {
	root, err := harness.Root()
	if err != nil {
		return err
	}
	folder, err := b.makeCodexStore(root, *sessions)
	if err != nil {
		return err
	}
	figures, err := b.compare(9, heads(folder), job{line: []string{b.stead, "list", "--cli", "codex"}})
	if err != nil {
		return err
	}
	b.table.ratio(fmt.Sprintf("list %d sessions of codex", *sessions), "find | head", figures[1].wall, figures[0].wall, 3)
	return os.RemoveAll(folder)
}

// heads reads the beginning of every session in a folder.
func heads(folder string) job {
	return job{line: []string{"sh", "-c", "find " + folder + " -name '*.jsonl' -print0 | xargs -0 head -qc 4096 >/dev/null"}}
}
