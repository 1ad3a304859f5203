package codex_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	format "stead/adapters/codex"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/readers/codex"
	"stead/timeline"
)

// withdrawn returns the contents of a rewound session's files, which are removed.
func withdrawn(t *testing.T, root, folder string) (paths []string, contents [][]byte) {
	t.Helper()
	all := shelve(t, root, folder)
	for _, path := range all {
		if format.SessionID(path) == format.SessionID(all[0]) {
			paths = append(paths, path)
			contents = append(contents, fixtures.Read(t, "codex/"+folder+"/"+filepath.Base(path)))
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	return paths, contents
}

// A tail follows a session into the files in which it goes on, wherever it began.
func TestTailFollowsRewinds(t *testing.T) {
	for _, folder := range []string{"rewound", "rewound-often"} {
		whole := t.TempDir()
		stored := shelve(t, whole, folder)
		_, want := open(t, stored[0])
		for begun := range 3 {
			paths, contents := withdrawn(t, t.TempDir(), folder)
			if begun >= len(paths) {
				continue
			}
			seen, after := followed(t, paths, contents, begun)
			if diff := cmp.Diff(toldAfter(want, after), toldAfter(seen, 0)); diff != "" {
				t.Errorf("%s, followed from file %d on (-stream +tail):\n%s", folder, begun+1, diff)
			}
		}
	}
}

// followed writes files in pieces of half a line, and returns what a tail tells that was begun in the middle of one of
// them, and behind which line.
func followed(t *testing.T, paths []string, contents [][]byte, begun int) (seen []*timeline.Entry, after int) {
	t.Helper()
	for i := range begun {
		fixtures.Put(t, paths[i], contents[i])
		after += bytes.Count(contents[i], []byte("\n"))
	}
	lines := bytes.SplitAfter(contents[begun], []byte("\n"))
	half := len(lines) / 2
	after += half
	fixtures.Put(t, paths[begun], bytes.Join(lines[:half], nil))
	tail, err := codex.Reader{}.Tail(context.Background(), adapter.Location{Path: paths[0]})
	if err != nil {
		t.Fatal(err)
	}
	for i := begun; i < len(paths); i++ {
		lines := bytes.SplitAfter(contents[i], []byte("\n"))
		written := []byte(nil)
		if i == begun {
			written = bytes.Join(lines[:half], nil)
			lines = lines[half:]
		}
		for _, line := range lines {
			for _, piece := range [][]byte{line[:len(line)/2], line[len(line)/2:]} {
				written = append(written, piece...)
				fixtures.Put(t, paths[i], written)
				p, err := tail.Next(context.Background())
				if err != nil {
					t.Fatal(err)
				}
				seen = append(seen, p.Entries...)
				if isNew := i > begun && len(written) == len(piece); p.Moved != isNew {
					t.Errorf("file %d, %d bytes: it tells that the user went back: %v, want %v", i+1, len(written), p.Moved, isNew)
				}
			}
		}
	}
	return seen, after
}

type shownEntry struct {
	ID, Text string
	At       readers.Position
	Type     timeline.EntryType
	Model    string
}

// toldAfter returns what entries behind a line tell. That they were left later, nobody knew when they came.
func toldAfter(entries []*timeline.Entry, after int) (all []shownEntry) {
	for _, e := range entries {
		if e.Native.Line > after {
			text := e.Content.String() + e.Output.String() + string(e.Input)
			all = append(all, shownEntry{e.ID, text, readers.PositionOf(e.Native), e.Type, e.Model})
		}
	}
	slices.SortStableFunc(all, func(a, b shownEntry) int { return a.At.Line - b.At.Line })
	return all
}

// A session that was compressed goes on in the plain file that Codex makes of it.
func TestTailFollowsAFileThatIsUnpacked(t *testing.T) {
	path := put(t, t.TempDir(), ownID, meta(ownID, ""), item(1, prompt("before")))
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	pack(t, path)
	tail, err := codex.Reader{}.Tail(context.Background(), adapter.Location{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	if p, err := tail.Next(context.Background()); err != nil || len(p.Entries) > 0 {
		t.Errorf("%+v, %v", p, err)
	}
	fixtures.Put(t, path, append(content, []byte(item(2, prompt("after"))+"\n")...))
	p, err := tail.Next(context.Background())
	if err != nil || len(p.Entries) != 1 || p.Entries[0].Content.String() != "after" || p.Entries[0].Native.Line != 3 {
		t.Errorf("%+v, %v", p, err)
	}
}
