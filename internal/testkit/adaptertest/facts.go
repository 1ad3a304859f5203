package adaptertest

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/readers"
)

var adapterName = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z0-9]+)*$`)

func checkInfo(t testing.TB, a Adapter) {
	info := a.Reader.Info()
	if !adapterName.MatchString(info.Name) {
		t.Errorf("name %q: references need lower-case letters, digits and dashes between them", info.Name)
	}
	if info.Title == "" {
		t.Error("the title, for people, is empty")
	}
	if a.Writer != nil && a.Writer.Info().Name != info.Name {
		t.Errorf("the reader is named %q, the writer %q", info.Name, a.Writer.Info().Name)
	}
}

// detectWindow is the maximum size of the beginning of a file that a reader gets (see readers.Reader).
const detectWindow = 64 << 10

func checkDetect(t testing.TB, a Adapter) {
	for _, name := range fixtures.Match(t, a.Recorded.Fixtures...) {
		if !a.Reader.Detect(head(fixtures.Read(t, name))) {
			t.Errorf("%s is not recognised", name)
		}
	}
	for _, name := range fixtures.Foreign(t, a.Recorded.Fixtures) {
		if a.Reader.Detect(head(fixtures.Read(t, name))) {
			t.Errorf("%s is taken for one of its own", name)
		}
	}
	for name, content := range strangers() {
		if a.Reader.Detect(content) {
			t.Errorf("%s is taken for a session", name)
		}
	}
}

func head(content []byte) []byte { return content[:min(len(content), detectWindow)] }

func strangers() map[string][]byte {
	source := rand.New(rand.NewPCG(1, 2))
	noise := make([]byte, 4096)
	for i := range noise {
		noise[i] = byte(source.Uint32())
	}
	return map[string][]byte{
		"an empty file": nil, "a blank line": []byte("\n"), "an empty object": []byte("{}\n"), "an empty array": []byte("[]"),
		"prose": []byte("Dear diary,\n"), "an open brace": []byte("{"), "noise": noise,
		"another program's log": []byte(`{"level":"info","msg":"started","time":"2026-11-20T10:00:00Z"}` + "\n"),
	}
}

func checkEmptyHome(t testing.TB, a Adapter) {
	if a.Recorded.Root == "" {
		t.Skip("the format has no store")
	}
	host, store := a.store(t)
	if found := a.Reader.Discover(host); len(found) != 0 {
		t.Errorf("found %v in an empty home", found)
	}
	for summary, err := range readers.List(context.Background(), a.Reader, store, readers.Query{}) {
		t.Errorf("listed %+v (error %v) in a store that does not exist", summary, err)
	}
}

func checkMissing(t testing.TB, a Adapter) {
	_, store := a.store(t)
	missing := adapter.Location{
		Path: filepath.Join(store.Root, "00000000-0000-4000-8000-00000000dead.jsonl"),
		ID:   "00000000-0000-4000-8000-00000000dead",
	}
	if _, err := a.Reader.Open(context.Background(), missing); !errors.Is(err, adapter.ErrNotFound) {
		t.Errorf("open a session that does not exist: error %v, want adapter.ErrNotFound", err)
	}
}

// checkPlaces looks at a session's place twice, and again after a write to its file. An index uses places to decide
// what to read again.
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

// checkPlace checks that a place lists the files of the sessions in it, and that its id is that of its session.
func (a Adapter) checkPlace(t testing.TB, place readers.Place) {
	t.Helper()
	for s, err := range a.Reader.Summaries(context.Background(), place) {
		if err != nil {
			t.Errorf("look into %s: %v", place.Path, err)
		} else if !slices.ContainsFunc(place.Files, func(f readers.File) bool { return f.Path == s.Path && f.Inode != 0 }) {
			t.Errorf("the place %s does not have the file of its session, %s; so it is equal when that changes", place.Path,
				s.Path)
		} else if place.ID != "" && s.ID != place.ID {
			t.Errorf("the place %s says that the session %s lies there, but it is %s", place.Path, place.ID, s.ID)
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
