package adaptertest

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/internal/fixtures"
	"stead/readers"
)

// checkUntouched does everything that a reader can do, in folders that nobody but root may write into, and compares the home before
// and after: names, modes, sizes, times of change and contents.
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

// freeze takes the right to write from everything below a folder, until thaw or the test's end.
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

// names returns what there is, whatever it holds.
func names(snapshot map[string]string) []string { return slices.Sorted(maps.Keys(snapshot)) }
