package dirs_test

import (
	"os"
	"path/filepath"
	"testing"

	"stead/internal/sys/dirs"
)

func TestEmptyFolderIsNoRepository(t *testing.T) {
	for name, make := range map[string]struct {
		it func(git string) error
		is bool
	}{
		"nothing":             {func(string) error { return nil }, false},
		"an empty folder":     {func(git string) error { return os.Mkdir(git, 0o700) }, false},
		"a link to nowhere":   {func(git string) error { return os.Symlink("nowhere", git) }, false},
		"a linked worktree":   {func(git string) error { return os.WriteFile(git, []byte("gitdir: /x\n"), 0o600) }, true},
		"a folder with heads": {func(git string) error { return os.MkdirAll(filepath.Join(git, "HEAD"), 0o700) }, true},
	} {
		dir := t.TempDir()
		if err := make.it(filepath.Join(dir, ".git")); err != nil {
			t.Fatal(err)
		}
		if got := dirs.IsRepository(dir); got != make.is {
			t.Errorf("%s: %v", name, got)
		}
	}
}
