package notices

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// exhausted simulates a system that has no watcher left.
func exhausted(t *testing.T) {
	t.Helper()
	before := system
	t.Cleanup(func() { system = before })
	system = func(uint) (*fsnotify.Watcher, error) { return nil, syscall.EMFILE }
}

// sees waits for a notice of a file.
func sees(t *testing.T, w *Watcher, path string, what fsnotify.Op) {
	t.Helper()
	limit := time.After(20 * time.Second)
	for {
		select {
		case n := <-w.Events:
			if n.Name == path && n.Has(what) {
				return
			}
		case <-limit:
			t.Fatalf("no notice of %v in %s", what, path)
		}
	}
}

// TestBothWaysGiveTheSameNotices changes files before the system's watcher and before a poller.
func TestBothWaysGiveTheSameNotices(t *testing.T) {
	for name, begin := range map[string]func(*testing.T){"system": func(*testing.T) {}, "poller": exhausted} {
		t.Run(name, func(t *testing.T) {
			begin(t)
			w := New(1)
			defer w.Close()
			folder := t.TempDir()
			file, below := filepath.Join(folder, "file"), filepath.Join(folder, "below")
			if err := w.Add(filepath.Join(folder, "none")); !os.IsNotExist(err) {
				t.Errorf("a folder that is not there: %v", err)
			}
			if err := w.Add(folder); err != nil {
				t.Fatal(err)
			}
			do := func(err error) {
				t.Helper()
				if err != nil {
					t.Fatal(err)
				}
			}
			do(os.WriteFile(file, []byte("a"), 0o600))
			sees(t, w, file, fsnotify.Create)
			do(os.WriteFile(file, []byte("ab"), 0o600))
			sees(t, w, file, fsnotify.Write)
			do(os.Remove(file))
			sees(t, w, file, fsnotify.Remove)
			do(os.Mkdir(below, 0o700))
			sees(t, w, below, fsnotify.Create)
			do(w.Add(below))
			if len(w.WatchList()) != 2 {
				t.Errorf("%v are watched", w.WatchList())
			}
			do(os.Remove(below))
			sees(t, w, below, fsnotify.Remove)
			do(w.Remove(folder))
			if err := w.Remove(folder); err == nil {
				t.Error("a folder is removed twice")
			}
		})
	}
}

func TestPollingIsToldOnce(t *testing.T) {
	exhausted(t)
	var told []string
	Tell(func(text string) { told = append(told, text) })
	t.Cleanup(func() { Tell(nil); said.done = false })
	Try()
	for range 2 {
		New(0).Close()
	}
	if len(told) != 1 || !strings.Contains(told[0], "max_user_instances") {
		t.Errorf("told is %q", told)
	}
}

func TestClosedPollerEndsWhileNobodyTakesItsNotices(t *testing.T) {
	exhausted(t)
	w := New(0)
	folder := t.TempDir()
	if err := w.Add(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	w.Close()
	w.Close()
	if _, open := <-w.Errors; open {
		t.Error("it is not closed")
	}
}
