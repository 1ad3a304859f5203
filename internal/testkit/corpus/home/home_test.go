package home_test

import (
	"bytes"
	"crypto/sha256"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/internal/testkit/corpus"
	"stead/internal/testkit/corpus/home"
	"stead/readers"
	"stead/timeline"
)

func TestTheSameSeedMakesTheSameHome(t *testing.T) {
	first, again, other := made(t, 1), made(t, 1), made(t, 2)
	if diff := cmp.Diff(digests(t, first), digests(t, again)); diff != "" {
		t.Errorf("two homes of one seed differ:\n%s", diff)
	}
	if cmp.Equal(digests(t, first), digests(t, other)) {
		t.Error("two seeds make the same home")
	}
}

// TestNeedlesAreWhereTheTallySays counts needles with the readers, which know nothing of the tally.
func TestNeedlesAreWhereTheTallySays(t *testing.T) {
	folder := t.TempDir()
	want, err := home.Make(t.Context(), folder, home.Small(), 1)
	if err != nil {
		t.Fatal(err)
	}
	found := corpus.Tally{}
	for _, a := range adapters.All() {
		for _, store := range a.Reader.Discover(home.Host(folder)) {
			sessions := 0
			for s, err := range readers.List(t.Context(), a.Reader, store, readers.Query{}) {
				if err != nil {
					t.Fatal(err)
				}
				found.Add(count(t, a.Reader, s))
				sessions++
			}
			if sessions != 2 {
				t.Errorf("%s has %d sessions", store.CLI, sessions)
			}
		}
	}
	if diff := cmp.Diff(want, found); diff != "" {
		t.Error(diff)
	}
}

func count(t *testing.T, r readers.Reader, s timeline.Summary) corpus.Tally {
	stream, err := r.Open(t.Context(), adapter.Location{Path: s.Path, ID: s.ID})
	if err != nil {
		t.Fatal(err)
	}
	found := corpus.Tally{}
	for e, err := range stream.Entries {
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range corpus.Needles() {
			for _, text := range []timeline.Text{e.Content, e.Output} {
				if has(text.String(), n) && !e.Hidden {
					found[n.Name] = corpus.Count{Sessions: 1, Hits: found[n.Name].Hits + 1}
				}
			}
		}
	}
	return found
}

func has(text string, n corpus.Needle) bool {
	return strings.Contains(strings.ReplaceAll(text, n.Text+"ly", ""), n.Text)
}

func made(t *testing.T, seed uint64) string {
	t.Helper()
	folder := t.TempDir()
	if _, err := home.Make(t.Context(), folder, home.Small(), seed); err != nil {
		t.Fatal(err)
	}
	return folder
}

func digests(t *testing.T, folder string) map[string][32]byte {
	t.Helper()
	found := map[string][32]byte{}
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(filepath.Join(folder, path))
		// Kimi Code's sessions name their own folder
		found[path] = sha256.Sum256(bytes.ReplaceAll(content, []byte(folder), []byte("~")))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
