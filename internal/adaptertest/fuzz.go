package adaptertest

import (
	"context"
	"path/filepath"
	"testing"

	"stead/internal/adapter"
	"stead/readers"
	"stead/timeline"
)

// FuzzLines gives a reader whose sessions are files of lines content of any kind, under the given file name, beginning with that of the
// fixtures. What it opens must be readable to the end and keep each line once. Then is called with what was opened; it may be nil.
func FuzzLines(f *testing.F, r readers.Reader, name string, fixtures []string, then func(*testing.T, adapter.Location, timeline.Stream)) {
	for _, fixture := range fixtures {
		f.Add(Read(f, fixture))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		location := adapter.Location{Path: filepath.Join(t.TempDir(), name)}
		Put(t, location.Path, content)
		r.Detect(head(content))
		stream, err := r.Open(context.Background(), location)
		if err != nil {
			return
		}
		entries := collect(t, name, stream)
		if got, want := len(natives(r.Info().Name, entries)), len(linesOf(content)); got != want {
			t.Errorf("%d records of %d lines", got, want)
		}
		if then != nil {
			then(t, location, stream)
		}
	})
}
