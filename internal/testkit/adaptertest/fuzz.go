package adaptertest

import (
	"bytes"
	"context"
	"encoding/json"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/timeline"
)

// FuzzLines gives a reader whose sessions are files of lines arbitrary content, beginning with the seeds, in a file
// with this name in a new folder. If the reader opens it, the session must be readable to the end and contain each line
// once. FuzzLines then calls then with the session; then may be nil.
func FuzzLines(f *testing.F, r readers.Reader, name string, seeds [][]byte,
	then func(*testing.T, adapter.Location, timeline.Stream)) {
	for _, seed := range seeds {
		f.Add(seed)
		f.Add(halve(seed))
		f.Add(bytes.ReplaceAll(seed, []byte(`id":"`), []byte("id\":\"\xff\x9b"))) // ids that are not UTF-8
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		location := adapter.Location{Path: filepath.Join(t.TempDir(), name)}
		fixtures.Put(t, location.Path, content)
		r.Detect(head(content))
		stream, err := r.Open(context.Background(), location)
		if err != nil {
			return
		}
		entries := collect(t, name, stream)
		CheckCarried(t, filepath.Dir(location.Path), stream.Header, entries)
		if got, want := len(natives(r.Info().Name, entries)), len(linesOf(content)); got != want {
			t.Errorf("%d records of %d lines", got, want)
		}
		if then != nil {
			then(t, location, stream)
		}
	})
}

// Seeds returns the contents of the fixtures that match any of the patterns. Use small ones: mutations of long lines
// are slow and find nothing.
func Seeds(f *testing.F, patterns ...string) [][]byte {
	var seeds [][]byte
	for _, fixture := range fixtures.Match(f, patterns...) {
		seeds = append(seeds, fixtures.Read(f, fixture))
	}
	return seeds
}

// CheckCarried checks that the content of a stranger's file is fit for every format that it may be written to: it is
// valid JSON of whole characters, and it names no file outside the session's folder as one that may be opened. None of
// its entries may set anything in a CLI.
func CheckCarried(t testing.TB, folder string, header timeline.Header, entries []*timeline.Entry) {
	t.Helper()
	if line, err := timeline.AppendHeaderLine(nil, header); err != nil || !json.Valid(line) || !utf8.Valid(line) {
		t.Errorf("the header gives %q, error %v", line, err)
	}
	for _, e := range entries {
		if line := e.AppendJSON(nil); !json.Valid(line) || !utf8.Valid(line) {
			t.Errorf("the entry %q gives no JSON: %q", e.ID, line)
		}
		for _, a := range e.Attachments {
			if inside, err := filepath.Rel(folder, a.Root); a.Root != "" && (err != nil || !filepath.IsLocal(inside)) {
				t.Errorf("the attachment %q may be opened in %s", a.Path, a.Root)
			}
		}
	}
	checkBare(t, timeline.Stream{Header: header, Entries: timeline.Of(entries...)})
}
