package standby

import (
	"errors"
	"fmt"
	"path/filepath"
	"testing"

	"stead/timeline"
)

// conversation returns a session of prompts and answers, one text after the other.
func conversation(ids ...string) timeline.Stream {
	return timeline.Stream{Entries: func(yield func(*timeline.Entry, error) bool) {
		for i, id := range ids {
			e := &timeline.Entry{ID: id, Type: []timeline.EntryType{timeline.User, timeline.Assistant}[i%2]}
			if !yield(e, nil) {
				return
			}
		}
	}}
}

// A copy has the first entries of a session. Whoever goes back in the session changes what these were.
func TestSessionIsMeasuredAgainstItsCopy(t *testing.T) {
	before, err := measure(t.Context(), conversation("a", "b"), 0)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		now            timeline.Stream
		turns          int
		same, finished bool
	}{
		"it has grown":          {conversation("a", "b", "c", "d"), 1, true, true},
		"it is in a turn":       {conversation("a", "b", "c"), 1, true, false},
		"nothing is new":        {conversation("a", "b"), 0, true, true},
		"the user went back":    {conversation("a", "x", "c", "d"), 1, false, true},
		"it has become shorter": {conversation("a"), 0, false, false},
	} {
		got, err := measure(t.Context(), c.now, before.entries)
		if err != nil || got.turns != c.turns || (got.known == before.whole) != c.same || got.isSettled != c.finished {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestPartOfASessionIsWrittenAlone(t *testing.T) {
	for _, c := range []struct {
		from, to int
		want     string
	}{{0, 2, "ab"}, {1, 3, "bc"}, {3, 9, "d"}, {2, 2, ""}} {
		got := ""
		for e, err := range part(conversation("a", "b", "c", "d"), c.from, c.to).Entries {
			if err != nil {
				t.Fatal(err)
			}
			got += e.ID
		}
		if got != c.want {
			t.Errorf("from %d to %d it is %q, want %q", c.from, c.to, got, c.want)
		}
	}
	failure := errors.New("the file is gone")
	broken := timeline.Stream{Entries: func(yield func(*timeline.Entry, error) bool) { yield(nil, failure) }}
	for _, err := range part(broken, 3, 4).Entries {
		if !errors.Is(err, failure) {
			t.Error(err)
		}
	}
}

func TestOnlyOneKeeperHasTheCopies(t *testing.T) {
	o := Options{File: filepath.Join(t.TempDir(), "standby", "a.json")}
	first, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Open(o); !errors.Is(err, ErrTaken) {
		t.Errorf("the second gets %v", err)
	}
	for i := range mostSources + 2 {
		first.copies = append(first.copies, Copy{Source: fmt.Sprint("claude:", i)}, Copy{Source: "claude:left", Continued: true})
	}
	if err := errors.Join(first.save(), first.Close()); err != nil {
		t.Fatal(err)
	}
	second, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if all := second.Sources(); len(all) != mostSources || all[0] != fmt.Sprint("claude:", mostSources+1) {
		t.Errorf("it begins with %q", all)
	}
}
