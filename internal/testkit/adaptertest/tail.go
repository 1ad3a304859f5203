package adaptertest

import (
	"bytes"
	"context"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/timeline"
)

// checkTail follows a session while it is written in pieces of half a line, once from its beginning and once from its
// middle. It compares the result with the stream of the whole session.
func checkTail(t testing.TB, a Adapter) {
	tailer, ok := a.Reader.(readers.Tailer)
	if !ok || a.Records != nil {
		t.Skip("the adapter follows no file of lines")
	}
	a.eachFixture(t, func(s session) {
		t.Helper()
		whole := collect(t, s.fixture, a.open(t, s))
		lines := bytes.SplitAfter(s.file(t), []byte{'\n'})
		compareTail(t, s.fixture+" from its beginning", whole, -1, follow(t, tailer, s.location, nil, lines))
		half := len(lines) / 2
		there := natives(a.Reader.Info().Name, whole)[half-1].Line
		compareTail(t, s.fixture+" from its middle", whole, there, follow(t, tailer, s.location, lines[:half], lines[half:]))
	})
}

// follow returns what a tail sees of the lines that are appended to the existing ones.
func follow(t testing.TB, tailer readers.Tailer, location adapter.Location, there,
	appended [][]byte) []*timeline.Entry {
	t.Helper()
	os.Remove(location.Path)
	if there != nil {
		fixtures.Put(t, location.Path, bytes.Join(there, nil))
	}
	tail, err := tailer.Tail(context.Background(), location)
	if err != nil {
		t.Fatalf("follow %s: %v", location.Path, err)
	}
	if len(tail.Watch()) == 0 {
		t.Errorf("follow %s: no folder to watch", location.Path)
	}
	var seen []*timeline.Entry
	written := bytes.Join(there, nil)
	for _, line := range appended {
		for _, piece := range [][]byte{line[:len(line)/2], line[len(line)/2:]} {
			written = append(written, piece...)
			fixtures.Put(t, location.Path, written)
			progress, err := tail.Next(context.Background())
			if err != nil {
				t.Fatalf("follow %s: %v", location.Path, err)
			}
			seen = append(seen, progress.Entries...)
		}
	}
	return seen
}

// compareTail compares what a tail saw after a line with the entries of the stream. A tail sees the order of the file,
// and cannot know yet which branch will be abandoned. A hidden entry without a time has the time of the entry before
// it, which depends on the order.
func compareTail(t testing.TB, name string, whole []*timeline.Entry, after int, seen []*timeline.Entry) {
	t.Helper()
	var want []*timeline.Entry
	for _, e := range whole {
		if e.Native != nil && e.Native.Session == "" && e.Native.Line > after {
			want = append(want, e)
		}
	}
	slices.SortStableFunc(want, func(a, b *timeline.Entry) int { return a.Native.Line - b.Native.Line })
	if diff := cmp.Diff(encoded(withoutOrder(want)), encoded(withoutOrder(seen))); diff != "" {
		t.Errorf("%s: the tail differs from the stream (-stream +tail):\n%s", name, diff)
	}
}

func withoutOrder(entries []*timeline.Entry) []*timeline.Entry {
	plain := make([]*timeline.Entry, len(entries))
	for i, e := range entries {
		copied := *e
		copied.Branch = ""
		if e.Hidden {
			copied.Timestamp = ""
		}
		plain[i] = &copied
	}
	return plain
}
