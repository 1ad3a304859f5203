package process

import (
	"errors"
	"os"
	"os/exec"
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

func TestAProcessThatHasEndedHoldsNoLock(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	locks := exec.Command("flock", "3") // for the file that it shares with the test
	locks.ExtraFiles = []*os.File{file}
	if err := locks.Run(); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Flock(open(t, file.Name()), syscall.LOCK_EX|syscall.LOCK_NB); !errors.Is(err, syscall.EWOULDBLOCK) {
		t.Fatalf("the lock is not held: %v", err)
	}
	if pid, ok := LockHolder(file.Name()); ok {
		t.Errorf("the lock is held by %d, which has ended", pid)
	}
}

// open opens a file until the test ends.
func open(t *testing.T, path string) (descriptor int) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return int(file.Fd())
}
