package filelock_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"stead/internal/sys/filelock"
)

func TestLockIsHeldByOneFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	first, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	second, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	if err := filelock.Try(first); err != nil {
		t.Fatal(err)
	}
	if err := filelock.Try(second); !errors.Is(err, filelock.ErrHeld) {
		t.Errorf("a held lock: %v", err)
	}
	if err := filelock.Release(first); err != nil {
		t.Fatal(err)
	}
	if err := filelock.Try(second); err != nil {
		t.Errorf("a released lock: %v", err)
	}
}
