package testkit

import (
	"os"
	"runtime"
	"testing"
)

// HasModes says that files have permissions. On Windows they have those of their folder.
const HasModes = runtime.GOOS != "windows"

// Link makes a symbolic link. On Windows it skips the test if that cannot be done: few users may do it, and Wine 10.0
// only says that it has.
func Link(t testing.TB, target, path string) {
	t.Helper()
	err := os.Symlink(target, path)
	if err == nil {
		_, err = os.Readlink(path)
	}
	if err != nil && runtime.GOOS == "windows" {
		t.Skipf("no links can be made here: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
}
