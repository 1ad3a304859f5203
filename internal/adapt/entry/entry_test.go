package entry_test

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

func TestUnique(t *testing.T) {
	ids := entry.NewIDs()
	var got []string
	for _, id := range []string{"a", "b", "a", "a"} {
		got = append(got, ids.Unique(id, 7))
	}
	if want := []string{"a", "b", "a@line-7", "a@line-7#2"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if !ids.Has("a@line-7#2") || ids.Has("c") || ids.Take("b") || !ids.Take("c") {
		t.Error("the set does not know what it holds")
	}
	if entry.LineID(3, 0) != "line-3" || entry.LineID(3, 1) != "line-3#2" {
		t.Errorf("%s, %s", entry.LineID(3, 0), entry.LineID(3, 1))
	}
}

func TestBranches(t *testing.T) {
	all := []*timeline.Entry{
		{ID: "1"}, {ID: "2", Branch: "x"}, {ID: "3", Branch: "x"}, {ID: "4", Branch: "x", Hidden: true}, {ID: "5"},
		{ID: "6", Branch: "y"},
	}
	entries := func(yield func(*timeline.Entry, error) bool) {
		for _, e := range all {
			if !yield(e, nil) {
				return
			}
		}
	}
	got, err := entry.Branches([]string{"x", "y"}, entries)
	want := []timeline.Branch{{ID: "x", ParentID: "1", Entries: 2}, {ID: "y", ParentID: "5", Entries: 1}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	broken := errors.New("broken")
	if _, err := entry.Branches([]string{"x"}, func(yield func(*timeline.Entry, error) bool) {
		yield(nil, broken)
	}); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

// TestPlayEnds checks that an error ends the iteration, as does a consumer that stops.
func TestPlayEnds(t *testing.T) {
	broken := errors.New("broken")
	records := func(yield func(int, error) bool) {
		_ = yield(1, nil) && yield(2, nil) && yield(0, broken) && yield(3, nil)
	}
	join := func(n int) []*timeline.Entry { return make([]*timeline.Entry, n) }
	for enough, want := range map[int]int{1: 1, 2: 2, 9: 3} {
		seen, failed := 0, false
		isWhole := entry.Play(records, join, func(_ *timeline.Entry, err error) bool {
			failed = err != nil
			if !failed {
				seen++
			}
			return seen < enough
		})
		if isWhole || seen != want || failed != (enough == 9) {
			t.Errorf("enough %d: %d entries, failed %v, whole %v", enough, seen, failed, isWhole)
		}
	}
}

func TestKeepAndTitle(t *testing.T) {
	entries := []*timeline.Entry{{}, {}}
	entry.Keep(entries, "cli", jsonl.Line{Number: 4}, true)
	first, second := entries[0].Native, entries[1].Native
	if first.Raw == nil || !first.Damaged || first.Line != 4 || second.Raw != nil || second.Line != 4 ||
		second.CLI != "cli" {
		t.Errorf("%+v, %+v", first, second)
	}
	if got := entry.Title(timeline.NewText("\n  first \nsecond")); got != "first" {
		t.Errorf("%q", got)
	}
}
