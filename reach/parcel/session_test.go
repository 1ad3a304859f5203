package parcel_test

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/inject"
	"stead/internal/adapt/attached"
	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/resources"
	"stead/internal/testkit/sample"
	"stead/internal/testkit/writertest"
	"stead/reach/parcel"
	"stead/readers"
	"stead/timeline"
	"stead/writers"
)

// TestSessionsComeBackByteForByte takes each recorded session that a CLI's reader opens through a parcel into the CLI's
// own format again, with the sub-agents that lie beside it.
func TestSessionsComeBackByteForByte(t *testing.T) {
	for _, folder := range []string{"claude", "clido", "codex", "cusf", "gemini", "kimi", "kimicli", "pi", "qwen"} {
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			cli := strings.Replace(folder, "kimicli", "kimi-cli", 1)
			root, carried := t.TempDir(), 0
			fixtures.Copy(t, folder, root)
			err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
				if err == nil && !entry.IsDir() && carry(t, adapters.Named(cli), path) {
					carried++
				}
				return err
			})
			if err != nil || carried < 5 {
				t.Errorf("only %d sessions came back, %v", carried, err)
			}
		})
	}
}

// through takes a session through a parcel.
func through(t *testing.T, s timeline.Stream) timeline.Stream {
	t.Helper()
	p := unpack(t, bytes.NewReader(pack(t, parcel.Load{Session: &s})))
	back, err := p.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if want, got := lines(t, attached.Whole(s)), lines(t, back); !bytes.Equal(want, got) {
		t.Errorf("%s: another stream comes back", p.Manifest.Session)
	}
	return back
}

func lines(t *testing.T, s timeline.Stream) []byte {
	t.Helper()
	var content bytes.Buffer
	if _, err := timeline.WriteLines(&content, s); err != nil {
		t.Fatal(err)
	}
	return content.Bytes()
}

// restore writes a session into a store under its own id.
func restore(t *testing.T, a inject.Adapter, root string, s timeline.Stream) writers.Receipt {
	t.Helper()
	o := writertest.Options()
	o.ID = s.Header.ID
	if s.Header.Project.Path == "" {
		o.Dir = "/home/user/demo" // Kimi CLI's sessions tell it by where they lie
	}
	plan, err := a.Writer.Plan(adapter.Store{CLI: a.Reader.Info().Name, Root: root}, s, o)
	if err != nil {
		t.Fatal(err)
	}
	receipt, err := a.Writer.Write(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	return receipt
}

func open(t *testing.T, a inject.Adapter, at adapter.Location) timeline.Stream {
	t.Helper()
	s, err := a.Reader.Open(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// carry takes a session through a parcel, after which its CLI's writer must write the same as without. It reports
// whether a file is a session that its writer writes again as it is: that is one that comes back byte for byte.
func carry(t *testing.T, a inject.Adapter, path string) bool {
	t.Helper()
	stream, err := a.Reader.Open(t.Context(), adapter.Location{Path: path})
	if err != nil {
		return false
	}
	direct, carried := t.TempDir(), t.TempDir()
	want, got := restore(t, a, direct, stream), restore(t, a, carried, through(t, stream))
	if len(want.Files) != len(got.Files) {
		t.Errorf("%s: %d files were written without a parcel, and %d after one", path, len(want.Files), len(got.Files))
	}
	for _, file := range want.Files { // also those of sub-agents, and those that the writer makes anew
		relative, err := filepath.Rel(direct, file)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, file, content(t, file), bytes.ReplaceAll(content(t, filepath.Join(carried, relative)), []byte(carried),
			[]byte(direct)))
	}
	return isSame(content(t, path), content(t, want.Path)) && isSame(content(t, path), content(t, got.Path))
}

// isSame compares files. A line end that the last line of the first lacks was added.
func isSame(want, got []byte) bool {
	end := []byte("\n")
	return bytes.Equal(bytes.TrimSuffix(want, end), bytes.TrimSuffix(got, end))
}

// equal compares files that a writer makes beside the records, of which a header keeps the members but not the white
// space.
func equal(t *testing.T, name string, want, got []byte) {
	t.Helper()
	var one, other bytes.Buffer
	if json.Compact(&one, want) == nil && json.Compact(&other, got) == nil {
		want, got = one.Bytes(), other.Bytes()
	}
	if !bytes.Equal(want, got) {
		t.Errorf("%s is another file after the parcel", name)
	}
}

func content(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// TestSessionsInADatabaseComeBack does the same with a CLI whose sessions are rows.
func TestSessionsInADatabaseComeBack(t *testing.T) {
	a, source := adapters.Named("opencode"), adapter.Store{CLI: "opencode", Root: t.TempDir()}
	fixtures.Copy(t, "opencode/opencode.db", filepath.Join(source.Root, "opencode.db"))
	carried := 0
	for s, err := range readers.List(t.Context(), a.Reader, source, readers.Query{}) {
		if err != nil {
			t.Fatal(err)
		}
		target := t.TempDir()
		fixtures.Copy(t, "opencode/new.db", filepath.Join(target, "opencode.db"))
		stream := open(t, a, adapter.Location{Path: s.Path, ID: s.ID})
		receipt := restore(t, a, target, through(t, stream))
		back := open(t, a, adapter.Location{Path: receipt.Path, ID: receipt.ID})
		if !bytes.Equal(records(t, stream), records(t, back)) {
			t.Errorf("%s came back with other rows", s.ID)
		}
		carried++
	}
	if carried < 5 {
		t.Errorf("%d sessions were carried", carried)
	}
}

// records are the native records of a session and its sub-agents, each on a line.
func records(t *testing.T, s timeline.Stream) (all []byte) {
	t.Helper()
	for e, err := range s.Entries {
		if err != nil {
			t.Fatal(err)
		}
		if e.Native != nil {
			all = append(append(all, e.Native.Raw...), '\n')
		}
	}
	for _, child := range s.Children {
		all = append(all, records(t, child)...)
	}
	return all
}

// TestNoStrangersFileIsPacked has a session name files of the machine that are not its own.
func TestNoStrangersFileIsPacked(t *testing.T) {
	for _, stranger := range sample.Strangers(t) {
		if content := pack(t, parcel.Load{Session: &stranger.Stream}); sample.Leaks(content) {
			t.Errorf("the file at %q travels", stranger.Path)
		}
	}
}

// long returns a session of so many entries, each of them two kilobytes, which holds none.
func long(t testing.TB, entries int) timeline.Stream {
	t.Helper()
	answer := timeline.NewText(strings.Repeat("a line of an answer\n", 100))
	return timeline.Stream{
		Header: timeline.Header{ID: "long", Version: timeline.Version,
			Source: timeline.Source{CLI: "claude", OriginalID: "long"}},
		Entries: func(yield func(*timeline.Entry, error) bool) {
			for i := range entries {
				if !yield(&timeline.Entry{ID: strconv.Itoa(i), Type: timeline.Assistant, Content: answer}, nil) {
					return
				}
			}
		},
	}
}

// TestLongSessionNeedsNoMemory packs and unpacks far more than what may be in memory.
func TestLongSessionNeedsNoMemory(t *testing.T) {
	session := long(t, 40_000) // 84 MB
	r, w := io.Pipe()
	go func() {
		_, err := parcel.Pack(t.Context(), w, parcel.Load{Session: &session})
		w.CloseWithError(err)
	}()
	most := resources.PeakHeap(func() { unpack(t, r) })
	if most > 16<<20 {
		t.Errorf("the heap grew to %d MB", most>>20)
	}
}
