package adaptertest

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/timeline"
	"stead/writers"
)

// checkRestore writes every fixture from its records, under its own id, into an empty store.
func checkRestore(t testing.TB, a Adapter) {
	a.needsWriter(t)
	a.eachFixture(t, func(s session) {
		t.Helper()
		stream := a.open(t, s)
		_, store := a.newStore(t)
		receipt := a.write(t, s.fixture, store, stream, options(stream.Header.ID))
		a.compareRestored(t, s.fixture, s.location, receipt)
		if len(receipt.Losses) > 0 {
			t.Errorf("%s: restored with losses %v", s.fixture, receipt.Losses)
		}
		a.compareSideFiles(t, s, store, receipt)
	})
}

// compareRestored compares a session that was written under its own id with its source, record by record.
func (a Adapter) compareRestored(t testing.TB, name string, source adapter.Location, receipt writers.Receipt) {
	t.Helper()
	same := func(content []byte) []byte { return content }
	if a.Records == nil {
		compareFiles(t, name, source.Path, receipt.Path, same)
		return
	}
	a.compareWritten(t, name, source, receipt, same)
}

// compareWritten compares the records of a written session with those of its source. Change is applied to all records
// first.
func (a Adapter) compareWritten(t testing.TB, name string, source adapter.Location, receipt writers.Receipt,
	change func([]byte) []byte) {
	t.Helper()
	want, got := a.Records(t, source), a.Records(t, adapter.Location{Path: receipt.Path, ID: receipt.ID})
	if len(want) != len(got) {
		t.Errorf("%s: %d records were written, its source has %d", name, len(got), len(want))
		return
	}
	for i := range want {
		if before, after := change(want[i]), change(got[i]); !bytes.Equal(before, after) {
			t.Errorf("%s: record %d differs (-source +written):\n%s", name, i+1, cmp.Diff(string(before), string(after)))
			return
		}
	}
}

// compareFiles compares a written file with its source. Change is applied to the source first. If the source lacks the
// last line feed, the writer adds it.
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
			t.Errorf("%s: line %d differs (-source +written):\n%s", name, i+1,
				cmp.Diff(string(wantLines[i]), string(gotLines[i])))
			return
		}
	}
}

// compareSideFiles compares the other created files, such as those of sub-agents, with the source's files in the same
// place.
func (a Adapter) compareSideFiles(t testing.TB, s session, store adapter.Store, receipt writers.Receipt) {
	t.Helper()
	for _, path := range receipt.Files {
		if path == receipt.Path && a.Records != nil {
			continue // its records have been compared
		}
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

// checkRename writes every fixture under a new id. It skips a session that shares records with another one by
// reference: under a new id, the session contains them itself.
func checkRename(t testing.TB, a Adapter) {
	a.needsWriter(t)
	a.eachFixture(t, func(s session) {
		t.Helper()
		stream := a.open(t, s)
		entries := collect(t, s.fixture, stream)
		receipt := a.write(t, s.fixture, s.store, stream, options(""))
		if receipt.ID == stream.Header.ID || (a.Records == nil && receipt.Path == s.location.Path) {
			t.Fatalf("%s: no new id was given", s.fixture)
		}
		if sharesRecords(entries) {
			return
		}
		if a.Records != nil {
			a.compareWritten(t, s.fixture, s.location, receipt, a.Anonymous)
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
