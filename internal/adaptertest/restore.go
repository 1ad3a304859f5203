package adaptertest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/adapter"
	"stead/timeline"
	"stead/writers"
)

// checkRestore writes every fixture from its records, under its own id, into an empty store.
func checkRestore(t testing.TB, a Adapter) {
	a.needsWriter(t)
	a.eachFixture(t, func(s session) {
		t.Helper()
		stream := a.open(t, s)
		_, store := a.store(t)
		receipt := a.write(t, s.fixture, store, stream, options(stream.Header.ID))
		compareFiles(t, s.fixture, s.location.Path, receipt.Path, func(file []byte) []byte { return file })
		if len(receipt.Losses) > 0 {
			t.Errorf("%s: restored with losses %v", s.fixture, receipt.Losses)
		}
		a.compareSideFiles(t, s, store, receipt)
	})
}

// compareFiles compares a written file with its source, which change prepares. A last line feed that the source lacks was added.
func compareFiles(t testing.TB, name, source, written string, change func([]byte) []byte) {
	t.Helper()
	want, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(written)
	if err != nil {
		t.Fatal(err)
	}
	wantLines, gotLines := linesOf(want), linesOf(change(got))
	if len(wantLines) != len(gotLines) {
		t.Errorf("%s: %s has %d lines, its source %d", name, written, len(gotLines), len(wantLines))
		return
	}
	for i := range wantLines {
		if !bytes.Equal(wantLines[i], gotLines[i]) {
			t.Errorf("%s: line %d differs (-source +written):\n%s", name, i+1, cmp.Diff(string(wantLines[i]), string(gotLines[i])))
			return
		}
	}
}

// compareSideFiles compares the other files that were made, such as those of sub-agents, with those of the source that lie
// in the same place.
func (a Adapter) compareSideFiles(t testing.TB, s session, store adapter.Store, receipt writers.Receipt) {
	t.Helper()
	for _, path := range receipt.Files {
		relative, err := filepath.Rel(store.Root, path)
		if err != nil {
			t.Fatal(err)
		}
		source := filepath.Join(s.store.Root, relative)
		if _, err := os.Stat(source); err == nil && source != s.location.Path {
			compareFiles(t, s.fixture, source, path, func(file []byte) []byte { return file })
		}
	}
}

// checkRename writes every fixture under a new id. A session that shares records with another, by reference, is left out: under
// a new id it holds them itself.
func checkRename(t testing.TB, a Adapter) {
	a.needsWriter(t)
	a.eachFixture(t, func(s session) {
		t.Helper()
		stream := a.open(t, s)
		entries := collect(t, s.fixture, stream)
		receipt := a.write(t, s.fixture, s.store, stream, options(""))
		if receipt.ID == stream.Header.ID || receipt.Path == s.location.Path {
			t.Fatalf("%s: no new id was given", s.fixture)
		}
		if sharesRecords(entries) {
			return
		}
		compareFiles(t, s.fixture, s.location.Path, receipt.Path, func(file []byte) []byte {
			return bytes.ReplaceAll(file, []byte(receipt.ID), []byte(stream.Header.ID))
		})
	})
}

func sharesRecords(entries []*timeline.Entry) bool {
	for _, e := range entries {
		if e.Native != nil && e.Native.Session != "" {
			return true
		}
	}
	return false
}
