package opencode

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"stead/internal/testkit/fixtures"
)

// found returns the number of sessions that Contents finds at a path.
func found(t *testing.T, path string) int {
	t.Helper()
	n := 0
	for s, err := range (Reader{}).Contents(context.Background(), path) {
		if err != nil || s.ID == "" {
			t.Fatalf("%s: %v, %v", path, s, err)
		}
		n++
	}
	return n
}

func TestSessionsAreFoundInADatabaseAndInATree(t *testing.T) {
	home := t.TempDir()
	database := filepath.Join(home, "copy of a database.db")
	fixtures.Copy(t, "opencode/opencode.db", database)
	data := filepath.Join(home, "data")
	for _, fixture := range fixtures.Match(t, "opencode/storage-old/session/*/*.json") {
		fixtures.Copy(t, fixture, filepath.Join(data, "storage/session", filepath.Base(filepath.Dir(fixture)),
			filepath.Base(fixture)))
	}
	for _, path := range []string{database, data, filepath.Join(data, "storage")} {
		if found(t, path) == 0 {
			t.Errorf("there is nothing in %s", path)
		}
	}
	export := filepath.Join(home, "export.json")
	fixtures.Copy(t, "opencode/plain.json", export)
	if err := os.Mkdir(filepath.Join(home, "empty"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{export, filepath.Join(home, "empty")} {
		if n := found(t, path); n != 0 {
			t.Errorf("%d sessions in %s", n, path)
		}
	}
}
