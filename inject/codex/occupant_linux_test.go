package codex

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"stead/adapters/adapter"
	"stead/inject"
)

var _ inject.OpenChecker = Driver{}

func TestThreadIsOccupiedWhileItsLockIsHeld(t *testing.T) {
	store := adapter.Store{Root: t.TempDir()}
	folder := filepath.Join(store.Root, "thread-writer-locks")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"held", "left"} {
		file, err := os.Create(filepath.Join(folder, id+".lock"))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if id == "held" {
			if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX); err != nil {
				t.Fatal(err)
			}
		}
	}
	for id, want := range map[string]bool{"held": true, "left": false, "none": false} {
		if pids := (Driver{}).OpenedBy(store, adapter.Location{ID: id}); (len(pids) == 1) != want || want &&
			pids[0] != os.Getpid() {
			t.Errorf("%s: processes %v; want %v", id, pids, want)
		}
	}
}
