package adaptertest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/adapter"
	"stead/timeline"
	"stead/writers"
)

func (a Adapter) needsWriter(t testing.TB) {
	t.Helper()
	if a.Writer == nil {
		t.Skip("the adapter has no writer")
	}
}

// options are those of a writing for which nothing was asked but, perhaps, an id. The new ids count up.
func options(id string) writers.Options {
	n := 0
	return writers.Options{ID: id, Now: now, NewID: func() string {
		n++
		return fmt.Sprintf("%08x-0000-4000-8000-0000feedbeef", n)
	}}
}

// write writes a stream into a store, which must succeed, and checks the receipt.
func (a Adapter) write(t testing.TB, name string, store adapter.Store, stream timeline.Stream, o writers.Options) writers.Receipt {
	t.Helper()
	plan, err := a.Writer.Plan(store, stream, o)
	if err != nil {
		t.Fatalf("%s: plan: %v", name, err)
	}
	receipt, err := a.Writer.Write(context.Background(), plan)
	if err != nil {
		t.Fatalf("%s: write: %v", name, err)
	}
	if receipt.Path != plan.Path || receipt.ID != plan.ID {
		t.Errorf("%s: planned %s at %s, wrote %s at %s", name, plan.ID, plan.Path, receipt.ID, receipt.Path)
	}
	a.checkReceipt(t, name, receipt)
	return receipt
}

func (a Adapter) checkReceipt(t testing.TB, name string, receipt writers.Receipt) {
	t.Helper()
	for _, path := range receipt.Files {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %s must be a file of mode 0600: %v, %v", name, path, info.Mode(), err)
		}
	}
	content, err := os.ReadFile(receipt.Path)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if int64(len(content)) != receipt.Size {
		t.Errorf("%s: the file has %d bytes, the receipt says %d", name, len(content), receipt.Size)
	}
	if a.Records == nil && len(linesOf(content)) != receipt.Lines {
		t.Errorf("%s: the file has %d lines, the receipt says %d", name, len(linesOf(content)), receipt.Lines)
	}
	if a.Records == nil && !bytes.HasSuffix(content, []byte("\n")) {
		t.Errorf("%s: the file does not end with a line feed: the CLI would append to its last line", name)
	}
}

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

func checkWriteTwice(t testing.TB, a Adapter) {
	a.needsWriter(t)
	s := a.first(t)
	stream := a.open(t, s)
	o := options("")
	first := a.write(t, s.fixture, s.store, stream, o)
	content := snapshotFile(t, first.Path)
	second := a.write(t, s.fixture, s.store, stream, o)
	if first.ID == second.ID || first.Path == second.Path {
		t.Errorf("both writings made session %s at %s", first.ID, first.Path)
	}
	if !bytes.Equal(content, snapshotFile(t, first.Path)) {
		t.Error("the second writing changed the first session")
	}
}

func snapshotFile(t testing.TB, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func checkExisting(t testing.TB, a Adapter) {
	a.needsWriter(t)
	s := a.first(t)
	stream := a.open(t, s)
	before := snapshot(t, s.host.Home)
	plan, err := a.Writer.Plan(s.store, stream, options(stream.Header.ID))
	if err == nil {
		_, err = a.Writer.Write(context.Background(), plan)
	}
	if !errors.Is(err, adapter.ErrExists) {
		t.Errorf("writing over an existing session: error %v, want adapter.ErrExists", err)
	}
	if diff := cmp.Diff(before, snapshot(t, s.host.Home)); diff != "" {
		t.Errorf("the refused writing changed the store (-before +after):\n%s", diff)
	}
}
