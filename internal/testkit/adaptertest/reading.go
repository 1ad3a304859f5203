package adaptertest

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/testkit/fixtures"
	"stead/internal/testkit/resources"
	"stead/readers"
)

// checkUntouched does everything that a reader can do, in folders that only root may write to. It compares the home
// before and after: names, modes, sizes, modification times and contents.
func checkUntouched(t testing.TB, a Adapter) {
	a.eachFixture(t, func(s session) {
		t.Helper()
		thaw := freeze(t, s.host.Home)
		before := fixtures.Snapshot(t, s.host.Home)
		a.Reader.Discover(s.host)
		if a.Recorded.Root != "" {
			for _, err := range readers.List(context.Background(), a.Reader, s.store, readers.Query{}) {
				if err != nil {
					t.Errorf("%s: list in read-only folders: %v", s.fixture, err)
				}
			}
		}
		readAll(t, a, s)
		if tailer, ok := a.Reader.(readers.Tailer); ok {
			if tail, err := tailer.Tail(context.Background(), s.location); err != nil {
				t.Errorf("%s: follow in read-only folders: %v", s.fixture, err)
			} else if _, err := tail.Next(context.Background()); err != nil {
				t.Errorf("%s: follow in read-only folders: %v", s.fixture, err)
			}
		}
		if diff := cmp.Diff(before, fixtures.Snapshot(t, s.host.Home)); diff != "" {
			t.Errorf("%s: reading changed the home (-before +after):\n%s", s.fixture, diff)
		}
		thaw()
	})
}

// freeze removes the write permission from everything below a folder, until thaw or the end of the test.
func freeze(t testing.TB, folder string) (thaw func()) {
	t.Helper()
	chmod := func(folderMode, fileMode fs.FileMode) {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() {
				return os.Chmod(path, folderMode)
			}
			return os.Chmod(path, fileMode)
		})
		if err != nil {
			t.Errorf("change the modes below %s: %v", folder, err)
		}
	}
	chmod(0o500, 0o400)
	thaw = func() { chmod(0o700, 0o600) }
	t.Cleanup(thaw)
	return thaw
}

// names returns the paths in a snapshot, without their descriptions.
func names(snapshot map[string]string) []string { return slices.Sorted(maps.Keys(snapshot)) }

// huge returns the size of a huge line. With the race detector or -short it is smaller: the test is the same, but takes
// less time.
func huge() int {
	if resources.RaceEnabled || testing.Short() {
		return 4 << 20
	}
	return 64 << 20
}

// checkHugeLine opens a session with a line of 64 MB, as a picture pasted into a prompt makes one. Such a line is held
// as a whole, in a few copies at worst.
func checkHugeLine(t testing.TB, a Adapter) {
	if a.Records != nil {
		t.Skip("the format has no lines")
	}
	s := a.first(t)
	size := huge()
	lengthen(t, s.location.Path, 1, size)
	peak := resources.PeakHeap(func() { readAll(t, a, s) })
	if limit := uint64(8*size + 32<<20); peak > limit {
		t.Errorf("a line of %d MB took %d MB of memory, want at most %d", size>>20, peak>>20, limit>>20)
	}
}

// checkMemory opens a session of many large records.
func checkMemory(t testing.TB, a Adapter) {
	if a.Records != nil {
		t.Skip("the format has no lines")
	}
	if resources.RaceEnabled || testing.Short() {
		t.Skip("takes a long session to tell, and the race detector holds memory of its own")
	}
	const size, limit = 128 << 20, 64 << 20
	s := a.first(t)
	lengthen(t, s.location.Path, 512, size/512)
	if peak := resources.PeakHeap(func() { readAll(t, a, s) }); peak > limit {
		t.Errorf("a session of %d MB took %d MB of memory, want at most %d", size>>20, peak>>20, limit>>20)
	}
}

// lengthen appends records of an unknown kind to a file of lines.
func lengthen(t testing.TB, path string, records, size int) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	body := bytes.Repeat([]byte("x"), size)
	for i := range records {
		if _, err := fmt.Fprintf(file, `{"type":"adaptertest","n":%d,"body":"%s"}`+"\n", i, body); err != nil {
			t.Fatal(err)
		}
	}
}

func readAll(t testing.TB, a Adapter, s session) int {
	t.Helper()
	n, err := drain(a.open(t, s))
	if err != nil {
		t.Fatalf("%s: %v", s.fixture, err)
	}
	return n
}
