package catalog

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"stead/adapters/adapter"
)

func namedPipe(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestPipeIntoWhichNobodyWritesIsNotWaitedFor(t *testing.T) {
	_, err := someSessions(t).Resolve(t.Context(), namedPipe(t))
	if !errors.Is(err, adapter.ErrEmpty) || !strings.Contains(err.Error(), "nobody writes to") {
		t.Error(err)
	}
}

// openEnd opens the end of a pipe that is written into, which the catalog finds open.
func openEnd(t *testing.T, path string) *os.File {
	t.Helper()
	end, err := os.OpenFile(path, os.O_RDWR, 0) // not for writing alone: that waits for a reader
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { end.Close() })
	return end
}

func TestSessionComesThroughAPipe(t *testing.T) {
	path, session := namedPipe(t), []byte("codex\n/home/dev/project\nPiped\n\n")
	end := openEnd(t, path)
	c := someSessions(t)
	t.Cleanup(c.Close)
	if _, err := end.Write(session); err != nil {
		t.Fatal(err)
	}
	go func() { // the end comes when all was read: before, the pipe would be gone with what is in it
		for unread := 1; unread > 0; time.Sleep(time.Millisecond) {
			unread, _ = unix.IoctlGetInt(int(end.Fd()), unix.TIOCINQ)
		}
		end.Close()
	}()
	source, err := c.Resolve(t.Context(), path)
	if err != nil || source.Summary.Bytes != int64(len(session)) {
		t.Errorf("%+v, error %v", source.Summary, err)
	}
}

func TestPipeThatSaysNothingIsLeftAtASignal(t *testing.T) {
	path := namedPipe(t)
	openEnd(t, path)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := someSessions(t).Resolve(ctx, path); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestDeviceIsNoSession(t *testing.T) {
	for _, path := range []string{"/dev/zero", "/dev/null", "claude:/dev/zero"} {
		if _, err := someSessions(t).Resolve(t.Context(), path); !errors.Is(err, adapter.ErrEmpty) ||
			!strings.Contains(err.Error(), "a device") {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// endless is an input without an end.
type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestInputOfNoFormatIsNotReadToItsEnd(t *testing.T) {
	c := someSessions(t)
	t.Cleanup(c.Close)
	c.options.Stdin = endless{}
	if _, err := c.Resolve(t.Context(), "-"); !errors.Is(err, adapter.ErrFormat) {
		t.Error(err)
	}
}
