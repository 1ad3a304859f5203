// Package exportedtest tests the readers of exports with arbitrary bytes.
package exportedtest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"stead/timeline"
)

// Opener reads an export, like readers.Export.
type Opener = func(ctx context.Context, path, folder string) (timeline.Stream, error)

// Fuzz makes readers of exports read arbitrary bytes. None may panic, and every session that they return must be sound.
// Samples are names of recorded exports in the testdata of catalog/memory/extract. Texts are further seeds.
func Fuzz(f *testing.F, samples []string, texts []string, openers ...Opener) {
	f.Helper()
	for _, name := range samples {
		content, err := os.ReadFile(filepath.Join(root(f), "catalog/memory/extract/testdata/exports", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content)
	}
	for _, text := range texts {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		path := filepath.Join(t.TempDir(), "export")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, open := range openers {
			if s, err := open(t.Context(), path, t.TempDir()); err == nil {
				check(t, s)
			}
		}
	})
}

// root returns the project's folder, relative to the folder of the test.
func root(t testing.TB) string {
	t.Helper()
	for at := "."; len(at) < 20; at = filepath.Join("..", at) {
		if _, err := os.Stat(filepath.Join(at, "go.mod")); err == nil {
			return at
		}
	}
	t.Fatal("the test runs outside the project")
	return ""
}

// check checks that no id is used twice, and that results follow their calls.
func check(t *testing.T, s timeline.Stream) {
	t.Helper()
	seen := map[string]timeline.EntryType{}
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		if _, isTaken := seen[e.ID]; isTaken || e.ID == "" {
			t.Errorf("the id %q is used twice", e.ID)
		}
		if e.Type == timeline.ToolResult && seen[e.CallID] != timeline.ToolCall {
			t.Errorf("%s is the result of no call", e.ID)
		}
		seen[e.ID] = e.Type
	}
}
