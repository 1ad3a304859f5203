package entry

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"stead/timeline"
)

// many returns entries of which some hundred fill a batch, with an error between them.
func many(count int, failure error, ended *bool) func(func(*timeline.Entry, error) bool) {
	return func(yield func(*timeline.Entry, error) bool) {
		defer func() { *ended = true }()
		for i := range count {
			if !yield(&timeline.Entry{ID: fmt.Sprint(i), Content: timeline.NewText(strings.Repeat("x", 100))}, nil) {
				return
			}
			if i == count/2 && failure != nil && !yield(nil, failure) {
				return
			}
		}
	}
}

func TestEntriesComeInTheirOrderWithWhatWasMadeOfThem(t *testing.T) {
	failed, ended := errors.New("no disk"), false
	var got []string
	for s := range Through(many(1000, failed, &ended), func(e *timeline.Entry) string { return e.ID + "!" }) {
		if s.Err != nil {
			got = append(got, s.Err.Error())
			continue
		}
		if s.Of != s.Entry.ID+"!" {
			t.Fatalf("of %s was made %q", s.Entry.ID, s.Of)
		}
		got = append(got, s.Entry.ID)
	}
	if len(got) != 1001 || got[501] != "no disk" || !slices.IsSortedFunc(got[:500],
		func(a, b string) int { return len(a) - len(b) }) || !ended {
		t.Errorf("%d entries came, and after half of them %q; the session has ended: %v", len(got), got[501], ended)
	}
}

func TestWhoStopsHasTheReaderStopped(t *testing.T) {
	ended, looked := false, 0
	for s := range Through(many(100_000, nil, &ended), func(*timeline.Entry) int { looked++; return looked }) {
		if s.Of == 10 {
			break
		}
	}
	if !ended || looked > 10_000 {
		t.Errorf("the session has ended: %v, after %d entries", ended, looked)
	}
}
