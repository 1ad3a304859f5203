package adaptertest

import (
	"bytes"
	"context"
	"os"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/timeline"
)

// checkPath follows each recorded session with an abandoned branch while it is written line by line, once from its
// beginning and once from its middle. A consumer rereads the session only when the tail says that the path has moved.
// After each line, it must know the same about what is active as a fresh reading of the same bytes.
func checkPath(t testing.TB, a Adapter) {
	tailer, ok := a.Reader.(readers.Tailer)
	if !ok || a.Records != nil {
		t.Skip("the adapter follows no file of lines")
	}
	a.eachFixture(t, func(s session) {
		t.Helper()
		if !hasLeft(collect(t, s.fixture, a.open(t, s))) {
			return
		}
		lines := bytes.SplitAfter(s.file(t), []byte{'\n'})
		for _, there := range []int{0, len(lines) / 2} {
			p := activePath{t: t, reader: a.Reader, session: s, branches: map[place]string{}}
			p.follow(tailer, lines[:there], lines[there:])
		}
	})
}

func hasLeft(entries []*timeline.Entry) bool {
	for _, e := range entries {
		if e.Branch != "" && !e.Hidden {
			return true
		}
	}
	return false
}

// activePath is what a tail knows about the active path.
type activePath struct {
	t        testing.TB
	reader   readers.Reader
	session  session
	branches map[place]string
}

// place identifies an entry in a session.
type place struct {
	line int
	id   string
}

func placeOf(e *timeline.Entry) place { return place{e.Native.Line, e.ID} }

func (p activePath) follow(tailer readers.Tailer, there, appended [][]byte) {
	p.t.Helper()
	at := p.session.location
	os.Remove(at.Path)
	written := bytes.Join(there, nil)
	if len(there) > 0 {
		fixtures.Put(p.t, at.Path, written)
	}
	tail, err := tailer.Tail(context.Background(), at)
	if err != nil {
		p.t.Fatalf("%s: %v", p.session.fixture, err)
	}
	for _, e := range p.fresh(at) {
		p.branches[placeOf(e)] = e.Branch
	}
	for _, line := range appended {
		written = append(written, line...)
		fixtures.Put(p.t, at.Path, written)
		progress, err := tail.Next(context.Background())
		if err != nil {
			p.t.Fatalf("%s: %v", p.session.fixture, err)
		}
		p.take(progress, p.fresh(at), bytes.Count(written, []byte{'\n'}))
	}
}

// take applies the tail's progress, and compares the result with the freshly read session.
func (p activePath) take(progress readers.Progress, fresh []*timeline.Entry, line int) {
	p.t.Helper()
	for _, e := range progress.Entries {
		p.branches[placeOf(e)] = e.Branch
	}
	for _, e := range fresh {
		known, isTold := p.branches[placeOf(e)]
		switch {
		case !isTold:
		case progress.Moved:
			p.branches[placeOf(e)] = e.Branch
		case known != e.Branch:
			p.t.Fatalf("%s: with line %d, entry %s of line %d is on branch %q, and the tail has it on %q",
				p.session.fixture, line, e.ID, e.Native.Line, e.Branch, known)
		}
	}
}

// fresh reads the session from the beginning. A session without a conversation yet has no entries.
func (p activePath) fresh(at adapter.Location) []*timeline.Entry {
	stream, err := p.reader.Open(context.Background(), at)
	if err != nil {
		return nil
	}
	return collect(p.t, p.session.fixture, stream)
}
