package adaptertest

import (
	"context"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/readers"
)

// checkPlaces looks at a session's place twice, and again when its file was written to: that is how an index sees what it must read anew.
func checkPlaces(t testing.TB, a Adapter) {
	if a.Recorded.Root == "" {
		t.Skip("the format has no store")
	}
	a.eachFixture(t, func(s session) {
		t.Helper()
		before := a.places(t, s.store)
		if diff := cmp.Diff(before, a.places(t, s.store)); diff != "" {
			t.Errorf("%s: nothing was written, but the places differ (-before +after):\n%s", s.fixture, diff)
		}
		for _, place := range before {
			a.checkPlace(t, place)
		}
		at := time.Date(2031, 1, 2, 3, 4, 5, 6, time.UTC)
		if err := os.Chtimes(s.location.Path, at, at); err != nil {
			t.Fatal(err)
		}
		if cmp.Equal(before, a.places(t, s.store)) {
			t.Errorf("%s was written to, but its place is equal", s.location.Path)
		}
	})
}

// checkPlace compares the files of a place with the paths of the sessions in it.
func (a Adapter) checkPlace(t testing.TB, place readers.Place) {
	t.Helper()
	for s, err := range a.Reader.Summaries(context.Background(), place) {
		if err != nil {
			t.Errorf("look into %s: %v", place.Path, err)
		} else if !slices.ContainsFunc(place.Files, func(f readers.File) bool { return f.Path == s.Path && f.Inode != 0 }) {
			t.Errorf("the place %s does not have the file of its session, %s; so it is equal when that changes", place.Path, s.Path)
		}
	}
}

func (a Adapter) places(t testing.TB, store adapter.Store) []readers.Place {
	t.Helper()
	var found []readers.Place
	for place, err := range a.Reader.Places(context.Background(), store, readers.Query{}) {
		if err != nil {
			t.Fatalf("look for places: %v", err)
		}
		found = append(found, place)
	}
	return found
}
