package serve

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Only the user can read the token in the file, even if others could read an older file, or if it is a link.
func TestDoorIsTheUsersAlone(t *testing.T) {
	folder := t.TempDir()
	path, elsewhere := filepath.Join(folder, doorName), filepath.Join(folder, "elsewhere")
	if err := os.WriteFile(elsewhere, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, path); err != nil {
		t.Fatal(err)
	}
	const address = "http://127.0.0.1:7750/#token=ABC"
	if err := writeDoor(path, address); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode() != 0o600 {
		t.Errorf("its mode is %v", info.Mode())
	}
	page, _ := os.ReadFile(path)
	if !strings.Contains(string(page), `url=`+address+`"`) || !strings.Contains(string(page), `href="`+address+`"`) {
		t.Errorf("it does not lead to %s:\n%s", address, page)
	}
	if kept, _ := os.ReadFile(elsewhere); string(kept) != "mine" {
		t.Errorf("what the old file led to is %q", kept)
	}
}

// A text browser would take over the server's terminal.
func TestNoDesktopNoBrowser(t *testing.T) {
	if runtime.GOOS == "darwin" || runtime.GOOS == "windows" {
		t.Skip("these always have a desktop")
	}
	for name, want := range map[string]bool{"DISPLAY": true, "WAYLAND_DISPLAY": true, "TERM": false} {
		set := func(asked string) string {
			if asked == name {
				return ":0"
			}
			return ""
		}
		if got := hasDesktop(set); got != want {
			t.Errorf("with %s there is a desktop: %t", name, got)
		}
	}
}
