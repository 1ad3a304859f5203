package process

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestLockIsSeenWithoutBeingTouched(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if pid, ok := LockHolder(path); ok {
		t.Errorf("an open file is held by %d", pid)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	if pid, ok := LockHolder(path); !ok || pid != os.Getpid() {
		t.Errorf("the lock is held by %d (%v), want %d", pid, ok, os.Getpid())
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_UN); err != nil {
		t.Fatal(err)
	}
	if pid, ok := LockHolder(path); ok {
		t.Errorf("a lock that was given back is held by %d", pid)
	}
	if _, ok := LockHolder(path + "x"); ok {
		t.Error("a file that does not exist is locked")
	}
}
