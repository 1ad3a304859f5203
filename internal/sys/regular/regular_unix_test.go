//go:build unix

package regular_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"stead/internal/sys/regular"
)

func TestOnlyFilesAreOpened(t *testing.T) {
	folder := t.TempDir()
	if err := errors.Join(
		os.WriteFile(filepath.Join(folder, "file"), []byte("text"), 0o600), os.Symlink("file", filepath.Join(folder, "link")),
		syscall.Mkfifo(filepath.Join(folder, "pipe"), 0o600),
		syscall.Mknod(filepath.Join(folder, "socket"), syscall.S_IFSOCK|0o600, 0),
		os.Mkdir(filepath.Join(folder, "folder"), 0o700), os.Symlink("/dev/zero", filepath.Join(folder, "device")),
		os.Symlink("/etc/passwd", filepath.Join(folder, "out")), os.Symlink("ring", filepath.Join(folder, "ring")),
	); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, says string }{
		{"file", ""}, {"link", ""}, {"pipe", "a named pipe"}, {"socket", "a socket"}, {"folder", "is a directory"},
		{"device", "a device"},
	} {
		content, err := regular.ReadFile(filepath.Join(folder, c.name))
		if (err == nil) != (c.says == "") || err == nil && string(content) != "text" {
			t.Errorf("%s: %q, error %v", c.name, content, err)
		}
		if err != nil && (!errors.Is(err, regular.ErrKind) || !strings.Contains(err.Error(), c.says) ||
			!strings.Contains(err.Error(), c.name)) {
			t.Errorf("%s: error %v", c.name, err)
		}
		file, err := regular.OpenIn(folder, c.name)
		if err == nil {
			file.Close()
		}
		if (err == nil) != (c.says == "") {
			t.Errorf("%s in its folder: error %v", c.name, err)
		}
	}
	for _, name := range []string{"out", "../" + filepath.Base(folder) + "/file", "/etc/passwd", "ring"} {
		if _, err := regular.OpenIn(folder, name); err == nil {
			t.Errorf("%s leads out of the folder, and is opened", name)
		}
	}
	if _, err := regular.Open(filepath.Join(folder, "missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
}
