package adaptertest

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/internal/testkit/resources"
	"stead/readers"
)

// specials are things other than a file that may be in a file's place. Unix has more of them.
var specials = map[string]func(path string) error{
	"a folder": func(path string) error { return os.Mkdir(path, 0o700) },
}

// longest is the maximum time that a reader may need to refuse a file, even on very slow machines.
const longest = time.Minute

// most is more memory, in bytes, than any refusal needs.
const most = 2 << 30

// checkSpecialFiles replaces each file of a session by something else, in turn. No reader may wait for it. If it was
// the session's own file, the result must be an error that names it.
func checkSpecialFiles(t testing.TB, a Adapter) {
	for _, kind := range slices.Sorted(maps.Keys(specials)) {
		s := a.first(t)
		for _, path := range filesBelow(t, s.store.Root) {
			if err := errors.Join(os.Rename(path, path+".aside"), specials[kind](path)); err != nil {
				t.Fatal(err)
			}
			err := a.within(t, kind+" at "+path, path, func() error { return a.everything(s) })
			if path == s.location.Path && (err == nil || !strings.Contains(err.Error(), filepath.Base(path))) {
				t.Errorf("%s in the place of the session: error %v", kind, err)
			}
			if err := errors.Join(os.RemoveAll(path), os.Rename(path+".aside", path)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// everything does everything that a reader can do with a store. It returns the error of opening or reading the session.
func (a Adapter) everything(s session) error {
	ctx := context.Background()
	a.Reader.Discover(s.host)
	for _, err := range readers.List(ctx, a.Reader, s.store, readers.Query{}) {
		_ = err // what matters is that the list ends
	}
	if container, ok := a.Reader.(readers.Container); ok {
		for _, err := range container.Contents(ctx, s.location.Path) {
			_ = err
		}
	}
	if tailer, ok := a.Reader.(readers.Tailer); ok {
		if tail, err := tailer.Tail(ctx, s.location); err == nil {
			_, _ = tail.Next(ctx)
		}
	}
	stream, err := a.Reader.Open(ctx, s.location)
	if err == nil {
		_, err = drain(stream)
	}
	if errors.Is(err, adapter.ErrNotFound) {
		err = errors.Join(err, errors.New(s.location.Path)) // as the catalog does
	}
	return err
}

// within runs a function that must not wait. It detects that a named pipe was opened, and unblocks the reader, by
// opening the pipe's other end.
func (a Adapter) within(t testing.TB, name, path string, do func() error) error {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- do() }()
	for began, polls := time.Now(), 0; ; polls++ {
		select {
		case err := <-done:
			return err
		case <-time.After(time.Millisecond):
		}
		if other, err := os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
			isPipe := isNamedPipe(other)
			other.Close()
			if isPipe {
				t.Errorf("%s: it is opened, and waited for", name)
			}
		}
		if time.Since(began) > longest {
			t.Fatalf("%s: it hangs", name)
		}
		if polls%100 == 99 && resources.Heap() > most {
			panic(name + ": it reads without an end") // before the machine runs out of memory
		}
	}
}

func isNamedPipe(file *os.File) bool {
	info, err := file.Stat()
	return err == nil && info.Mode()&fs.ModeNamedPipe != 0
}

// filesBelow returns the files below a folder.
func filesBelow(t testing.TB, folder string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Type().IsRegular() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
