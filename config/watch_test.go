package config

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stead/internal/testkit"
)

// watched is a watch whose reports arrive in channels.
type watched struct {
	file    string
	changed chan Config
	failed  chan error
}

func startWatch(t *testing.T, in Input) watched {
	t.Helper()
	goleak.VerifyNone(t)
	current := load(t, in)
	w := watched{file: current.Folders.File(), changed: make(chan Config, 16), failed: make(chan error, 16)}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- Watch(ctx, in, current, func(c Config) { w.changed <- c }, func(err error) { w.failed <- err })
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Watch: %v", err)
		}
		goleak.VerifyNone(t)
	})
	return w
}

// next returns what comes, within a bound that only a failing test reaches.
func next[T any](t *testing.T, from <-chan T) T {
	t.Helper()
	select {
	case got := <-from:
		return got
	case <-time.After(20 * time.Second):
		t.Fatal("nothing was reported")
		panic("unreachable")
	}
}

// await waits for a change to the given history: a file that is written in place may be read while it is empty.
func (w watched) await(t *testing.T, history string) {
	t.Helper()
	for next(t, w.changed).History != history {
	}
}

// replace puts a file in the place of the configuration in one step.
func (w watched) replace(t *testing.T, content string) {
	t.Helper()
	other := filepath.Join(filepath.Dir(w.file), "other")
	write(t, other, content)
	if err := os.Rename(other, w.file); err != nil {
		t.Fatal(err)
	}
}

func TestWatchReportsWhatChanged(t *testing.T) {
	w := startWatch(t, input(t, "history: last:1"))
	write(t, w.file, "history: last:2")
	w.await(t, "last:2")
}

// Something in the same folder is written without a pause.
func TestBusyFolderIsLookedAt(t *testing.T) {
	since := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	waited := time.Duration(0)
	for change := since; waited < time.Minute; change = change.Add(settleTime / 2) {
		if waited = change.Sub(since); rest(since, change) <= settleTime/2 {
			break // it ends before the next change
		}
	}
	if waited > longestSettle {
		t.Errorf("changes are not looked at for %v", waited)
	}
}

func TestWatchKeepsTheOldOneWhenTheFileIsWrong(t *testing.T) {
	w := startWatch(t, input(t, "history: last:1"))
	w.replace(t, "histroy: last:2")
	if err := next(t, w.failed); !strings.Contains(err.Error(), "histroy") {
		t.Errorf("error %v does not name the key", err)
	}
	w.replace(t, "history: last:3")
	if got := next(t, w.changed).History; got != "last:3" {
		t.Errorf("history is %q, want last:3: the wrong file must not have been reported as a change", got)
	}
}

func TestWatchSeesAFileThatIsReplacedOrMadeLater(t *testing.T) {
	w := startWatch(t, input(t, "")) // not even the folder exists
	write(t, w.file, "history: last:1")
	w.await(t, "last:1")
	w.replace(t, "history: last:2")
	w.await(t, "last:2")
}

func TestWatchFollowsALink(t *testing.T) {
	in := input(t, "")
	target := filepath.Join(t.TempDir(), "config.yaml")
	write(t, target, "history: last:1")
	link := filepath.Join(in.Home, ".config/stead/config.yaml")
	if err := os.MkdirAll(filepath.Dir(link), 0o700); err != nil {
		t.Fatal(err)
	}
	testkit.Link(t, target, link)
	w := startWatch(t, in)
	write(t, target, "history: last:2")
	w.await(t, "last:2")
}
