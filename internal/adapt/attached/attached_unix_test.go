//go:build unix

package attached_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"stead/internal/adapt/attached"
	"stead/internal/testkit/fixtures"
	"stead/timeline"
)

// TestFileOfAnAttachmentLiesInItsRoot tries every way out of the folder that a reader has approved, and paths that are
// not files of the session.
func TestFileOfAnAttachmentLiesInItsRoot(t *testing.T) {
	home := t.TempDir()
	root := filepath.Join(home, "root")
	fixtures.Put(t, filepath.Join(home, "key"), []byte("secret"))
	fixtures.Put(t, filepath.Join(root, "own"), []byte("own"))
	for name, target := range map[string]string{
		"absolute": filepath.Join(home, "key"), "relative": "../key", "folder": "..", "zero": "/dev/zero", "ring": "ring",
	} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(root, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	large := filepath.Join(root, "large")
	fixtures.Put(t, large, nil)
	if err := os.Truncate(large, attached.Largest+1); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{
		"own": nil, "../key": attached.ErrOutside, "absolute": attached.ErrOutside, "relative": attached.ErrOutside,
		"folder/key": attached.ErrOutside,
		"zero":       attached.ErrOutside, "ring": attached.ErrOutside, ".": attached.ErrKind, "pipe": attached.ErrKind,
		"large":   attached.ErrLarge,
		"missing": attached.ErrGone,
	} {
		err := attached.Check(&timeline.Attachment{Path: filepath.Join(root, path), Root: root})
		if !errors.Is(err, want) {
			t.Errorf("%s: error %v, want %v", path, err, want)
		}
	}
	if err := attached.Check(&timeline.Attachment{Path: filepath.Join(root, "own")}); !errors.Is(err,
		attached.ErrOutside) {
		t.Errorf("a path that no reader vouches for: error %v", err)
	}
}
