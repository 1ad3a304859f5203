package adaptertest

import (
	"embed"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/internal/recorded"
)

//go:embed testdata
var testdata embed.FS

// Read returns the content of a file of this package's testdata: "claude/text.jsonl".
func Read(t testing.TB, name string) []byte {
	t.Helper()
	content, err := testdata.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// Copy copies a file or a folder of this package's testdata to a path, whose folders it makes.
func Copy(t testing.TB, name, target string) {
	t.Helper()
	source, err := fs.Sub(testdata, "testdata")
	if err != nil {
		t.Fatal(err)
	}
	err = fs.WalkDir(source, name, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(source, path)
		if err == nil {
			Put(t, filepath.Join(target, strings.TrimPrefix(path, name)), content)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Put writes a file, whose folders it makes.
func Put(t testing.TB, path string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
}

// Place puts a recorded session into the store at root, with the files that belong to it, as the CLI would have them.
func Place(t testing.TB, all recorded.Sessions, root, fixture string) adapter.Location {
	t.Helper()
	at := all.Layout(root, fixture, func(name string) []byte { return Read(t, name) })
	for name, target := range at.Copies {
		_, isRecorded := fs.Stat(testdata, "testdata/"+name)
		_, isTaken := os.Lstat(target)
		if isRecorded == nil && isTaken != nil {
			Copy(t, name, target)
		}
	}
	for path, content := range at.Files {
		Put(t, path, []byte(content))
	}
	if !at.Modified.IsZero() {
		if err := os.Chtimes(at.Path, at.Modified, at.Modified); err != nil {
			t.Fatal(err)
		}
	}
	return adapter.Location{Path: at.Path, ID: at.ID}
}

// put puts a fixture into the store at root.
func (a Adapter) put(t testing.TB, root, fixture string) adapter.Location {
	t.Helper()
	if a.Place != nil {
		return a.Place(t, root, fixture)
	}
	return Place(t, a.Recorded, root, fixture)
}

// Match returns the names of the fixtures that match any of the patterns, in order.
func Match(t testing.TB, patterns ...string) []string {
	t.Helper()
	var names []string
	for _, pattern := range patterns {
		found, err := fs.Glob(testdata, "testdata/"+pattern)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) == 0 {
			t.Fatalf("no fixture matches %q", pattern)
		}
		for _, name := range found {
			names = append(names, strings.TrimPrefix(name, "testdata/"))
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// foreign returns the files of all formats but those in the folders that the patterns name.
func foreign(t testing.TB, patterns []string) []string {
	t.Helper()
	own := map[string]bool{}
	for _, pattern := range patterns {
		own[folderOf(pattern)] = true
	}
	var names []string
	err := fs.WalkDir(testdata, "testdata", func(path string, entry fs.DirEntry, err error) error {
		name := strings.TrimPrefix(path, "testdata/")
		if err == nil && !entry.IsDir() && !own[folderOf(name)] {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func folderOf(name string) string {
	folder, _, _ := strings.Cut(name, "/")
	return folder
}

// Now is the time of every test: later than all recordings.
var Now = time.Date(2026, 12, 24, 18, 0, 0, 0, time.UTC)

func host(home string) adapter.Host {
	return adapter.Host{
		Home:   home,
		Getenv: func(string) string { return "" },
		Now:    func() time.Time { return Now },
	}
}
