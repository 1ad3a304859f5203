//go:build unix

package sqlitefile

import (
	"path/filepath"
	"syscall"
	"testing"
)

func TestPipeIsNoDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(t.Context(), path, prepare); err == nil {
		t.Error("a pipe was opened")
	}
}
