package adaptertest

import (
	"bytes"
	"context"
	"os"
	"slices"
	"testing"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/timeline"
)

// session is a fixture that was placed into its own store.
type session struct {
	fixture  string
	store    adapter.Store
	host     adapter.Host
	location adapter.Location
}

// eachFixture runs fn with every fixture, each placed into its own store.
func (a Adapter) eachFixture(t testing.TB, fn func(session)) {
	t.Helper()
	for _, fixture := range fixtures.Match(t, a.Recorded.Fixtures...) {
		fn(a.place(t, fixture))
	}
}

func (a Adapter) place(t testing.TB, fixture string) session {
	t.Helper()
	host, store := a.store(t)
	return session{fixture: fixture, host: host, store: store, location: a.put(t, store.Root, fixture)}
}

// first places the first fixture.
func (a Adapter) first(t testing.TB) session {
	t.Helper()
	return a.place(t, fixtures.Match(t, a.Recorded.Fixtures...)[0])
}

// file returns the content of the session's file.
func (s session) file(t testing.TB) []byte {
	t.Helper()
	content, err := os.ReadFile(s.location.Path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// open opens the session, which must succeed.
func (a Adapter) open(t testing.TB, s session) timeline.Stream {
	t.Helper()
	stream, err := a.Reader.Open(context.Background(), s.location)
	if err != nil {
		t.Fatalf("%s: open: %v", s.fixture, err)
	}
	return stream
}

// collect returns copies of all entries, which must be readable.
func collect(t testing.TB, name string, stream timeline.Stream) []*timeline.Entry {
	t.Helper()
	entries, err := gather(stream)
	if err != nil {
		t.Fatalf("%s: range over the entries: %v", name, err)
	}
	return entries
}

func gather(stream timeline.Stream) ([]*timeline.Entry, error) {
	var entries []*timeline.Entry
	for e, err := range stream.Entries {
		if err != nil {
			return entries, err
		}
		entries = append(entries, e.Clone())
	}
	return entries, nil
}

// drain ranges over the entries and counts them.
func drain(stream timeline.Stream) (int, error) {
	n := 0
	for _, err := range stream.Entries {
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// records returns the session's own native records, from its store.
func (a Adapter) records(t testing.TB, location adapter.Location) [][]byte {
	t.Helper()
	if a.Records != nil {
		return a.Records(t, location)
	}
	content, err := os.ReadFile(location.Path)
	if err != nil {
		t.Fatal(err)
	}
	return linesOf(content)
}

// linesOf returns the lines of a file. The last one may lack its line feed.
func linesOf(content []byte) [][]byte {
	if len(content) == 0 {
		return nil
	}
	return bytes.Split(bytes.TrimSuffix(content, []byte{'\n'}), []byte{'\n'})
}

// natives returns the native records in entries that belong to the session's own store, by their position.
func natives(cli string, entries []*timeline.Entry) []*timeline.Record {
	var records []*timeline.Record
	for _, e := range entries {
		if e.Native != nil && e.Native.CLI == cli && e.Native.Raw != nil && e.Native.Session == "" {
			records = append(records, e.Native)
		}
	}
	slices.SortStableFunc(records, func(a, b *timeline.Record) int { return a.Line - b.Line })
	return records
}

// Opened opens a session and returns it with its entries.
func Opened(t testing.TB, r readers.Reader, path string) (timeline.Stream, []*timeline.Entry) {
	t.Helper()
	stream, err := r.Open(t.Context(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	return stream, collect(t, path, stream)
}
