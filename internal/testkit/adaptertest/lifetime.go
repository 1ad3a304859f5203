package adaptertest

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"stead/timeline"
)

// encoded returns the entries as lines of JSON, which are easy to compare and to print.
func encoded(entries []*timeline.Entry) []string {
	lines := make([]string, len(entries))
	for i, e := range entries {
		lines[i] = string(e.AppendJSON(nil))
	}
	return lines
}

func checkRangeAgain(t testing.TB, a Adapter) {
	a.eachFixture(t, func(s session) {
		t.Helper()
		stream := a.open(t, s)
		first := encoded(collect(t, s.fixture, stream))
		if diff := cmp.Diff(first, encoded(collect(t, s.fixture, stream))); diff != "" {
			t.Errorf("%s: the second range differs (-first +second):\n%s", s.fixture, diff)
		}
	})
}

// checkLeaveEarly leaves the range after the first entry and in the middle, then reads everything.
func checkLeaveEarly(t testing.TB, a Adapter) {
	s := a.first(t)
	if a.Records == nil {
		lengthen(t, s.location.Path, 64, 1<<16) // several chunks, so that workers are busy when the range is left
	}
	before := goleak.IgnoreCurrent()
	stream := a.open(t, s)
	all := encoded(collect(t, s.fixture, stream))
	for _, limit := range []int{1, len(all) / 2} {
		var some []*timeline.Entry
		for e, err := range stream.Entries {
			if err != nil {
				t.Fatalf("%s: %v", s.fixture, err)
			}
			if some = append(some, e.Clone()); len(some) == limit {
				break
			}
		}
		if !slices.Equal(encoded(some), all[:limit]) {
			t.Errorf("%s: the first %d entries differ when the range is left after them", s.fixture, limit)
		}
	}
	leaks(t, s.fixture, before)
	if !slices.Equal(encoded(collect(t, s.fixture, stream)), all) {
		t.Errorf("%s: the entries differ after a range was left", s.fixture)
	}
}

func leaks(t testing.TB, name string, before goleak.Option) {
	t.Helper()
	if err := goleak.Find(before); err != nil {
		t.Errorf("%s: goroutines outlive the range: %v", name, err)
	}
}

// cancelBound is the maximum number of entries that may follow the end of the context: those of the chunk that was
// already read.
const cancelBound = 4096

func checkCancel(t testing.TB, a Adapter) {
	s := a.first(t)
	if a.Records == nil {
		lengthen(t, s.location.Path, 4*cancelBound, 1<<10)
	}
	before := goleak.IgnoreCurrent()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stream, err := a.Reader.Open(ctx, s.location)
	if err != nil {
		t.Fatalf("%s: open: %v", s.fixture, err)
	}
	n := 0
	for _, err = range stream.Entries {
		if err != nil {
			break
		}
		cancel()
		n++
	}
	if a.Records == nil && !errors.Is(err, context.Canceled) {
		t.Errorf("%s: the range ended with error %v, want context.Canceled", s.fixture, err)
	}
	if n > cancelBound {
		t.Errorf("%s: %d entries came after the context's end", s.fixture, n)
	}
	a.openCancelled(t, ctx, s)
	leaks(t, s.fixture, before)
}

// openCancelled opens a session with a context that has ended. Either the opening or the range must report it.
func (a Adapter) openCancelled(t testing.TB, ctx context.Context, s session) {
	t.Helper()
	stream, err := a.Reader.Open(ctx, s.location)
	if err == nil {
		_, err = drain(stream)
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%s: opened with a context that had ended: error %v, want context.Canceled", s.fixture, err)
	}
}

// checkGrowing appends to the session after opening it and before reading it.
func checkGrowing(t testing.TB, a Adapter) {
	if a.Records != nil {
		t.Skip("the format has no lines")
	}
	s := a.first(t)
	stream := a.open(t, s)
	before := encoded(collect(t, s.fixture, stream))
	lengthen(t, s.location.Path, 3, 100)
	if diff := cmp.Diff(before, encoded(collect(t, s.fixture, stream))); diff != "" {
		t.Errorf("%s: the stream changed when the session grew (-before +after):\n%s", s.fixture, diff)
	}
}
