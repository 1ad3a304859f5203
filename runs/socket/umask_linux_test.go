package socket

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

var umaskIn = regexp.MustCompile(`(?m)^Umask:\s*(\d+)$`)

// umask is that of this process, as the kernel tells (proc(5)).
func umask(t *testing.T) string {
	t.Helper()
	status, err := os.ReadFile("/proc/self/status")
	found := umaskIn.FindSubmatch(status)
	if err != nil || found == nil {
		t.Fatalf("%v: %s", err, status)
	}
	return string(found[1])
}

// TestListeningLeavesTheUmaskAlone opens sockets while the umask is read: a CLI that is started meanwhile gets it. With
// that of a socket Codex made a folder below /tmp that none of its sandboxes could use any more.
func TestListeningLeavesTheUmaskAlone(t *testing.T) {
	folder, err := os.MkdirTemp("", "s")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	path, before, done := filepath.Join(folder, "ab12"), umask(t), make(chan error, 1)
	go func() {
		var err error
		for range 2000 {
			s := &Server{}
			if err = s.Listen(path); err != nil {
				break
			}
			s.Close()
		}
		done <- err
	}()
	for {
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
			return
		default:
		}
		if now := umask(t); now != before {
			t.Fatalf("the umask is %s while a socket is opened, %s before", now, before)
		}
	}
}
