package hubtest

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// SmallDisk mounts a disk of 20 MB at a folder until the test is over. It skips the test where that is not allowed.
func SmallDisk(t testing.TB, folder string) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("none", folder, "tmpfs", 0, "size=20m"); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(folder, syscall.MNT_DETACH) }) // also while a hub still ends
}

// Fill takes all that is free on a disk, and returns the file that does.
func Fill(t testing.TB, folder string) string {
	t.Helper()
	path := filepath.Join(folder, "ballast")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close() //nolint:errcheck // what it could not take is no loss
	for size := 1 << 20; size > 0; {
		if _, err = file.Write(bytes.Repeat([]byte("x"), size)); err == nil {
			continue
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
		size /= 2
	}
	return path
}
