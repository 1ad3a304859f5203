package testkit

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/aymanbagabas/go-udiff"
)

var update = flag.Bool("update", false, "write the golden files anew instead of comparing with them")

// UpdatesGolden reports whether the tests rewrite the golden files.
func UpdatesGolden() bool { return *update }

// Golden fails the test if got differs from the golden file at path, relative to the test's package.
func Golden(t testing.TB, path string, got []byte) {
	t.Helper()
	if *update {
		write(t, path, got)
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v (run the tests with -update to make it, then read what it holds)", err)
	}
	if !bytes.Equal(want, got) {
		t.Errorf("differs from the golden file (-update accepts it):\n%s",
			udiff.Unified(path, "got", string(want), string(got)))
	}
}

func write(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}
