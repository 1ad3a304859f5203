package codex

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"stead/adapters/adapter"
)

const (
	begun  = "01a21d80-9331-7f99-854e-58d4e9c5faeb"
	opened = "01a21d80-a887-7f02-a7fe-c2f2a5bf538d"
	agent  = "01a21d80-b887-7f02-a7fe-c2f2a5bf538d"
)

// holds has this process have the rollouts of threads open, of which the last one was written last, and hold the lock
// of the first.
func holds(t *testing.T, root string, threads ...string) {
	t.Helper()
	day := filepath.Join(root, "sessions", "2026", "11", "27")
	locks := filepath.Join(root, "thread-writer-locks")
	for _, folder := range []string{day, locks} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	lock := create(t, filepath.Join(locks, threads[0]+".lock"), "")
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	for i, thread := range threads {
		meta := `{"type":"session_meta","payload":{"id":"` + thread + `","source":"cli"}}`
		if thread == agent {
			meta = `{"type":"session_meta","payload":{"id":"` + thread + `","parent_thread_id":"` + begun + `"}}`
		}
		path := filepath.Join(day, "rollout-2026-11-27T14-54-55-"+thread+".jsonl")
		create(t, path, meta+"\n")
		at := time.Date(2026, 11, 27, 15, i, 0, 0, time.UTC)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
}

func create(t *testing.T, path, content string) *os.File {
	t.Helper()
	file, err := os.Create(path)
	if err == nil {
		_, err = file.WriteString(content)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

func TestCurrentThreadIsTheOneThatWasWrittenLast(t *testing.T) {
	isMine := func(pid int) bool { return pid == os.Getpid() }
	for name, c := range map[string]struct {
		threads []string
		owns    func(int) bool
		want    string
	}{
		"the one that it began with":   {[]string{begun}, isMine, begun},
		"another one":                  {[]string{begun, opened}, isMine, opened},
		"a sub-agent is none":          {[]string{begun, agent}, isMine, begun},
		"a process of somebody else's": {[]string{begun, opened}, func(int) bool { return false }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			holds(t, root, c.threads...)
			id, ok := Driver{}.Current(adapter.Store{Root: root}, adapter.Location{ID: begun}, c.owns)
			if id != c.want || ok != (c.want != "") {
				t.Errorf("it is %q (%v), want %q", id, ok, c.want)
			}
		})
	}
}
