//go:build unix

package catalog

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWhoElseMayWriteIsSaid(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "session")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		mode os.FileMode
		want string
	}{
		{file, 0o664, ""},
		{file, 0o666, "any user may write to"},
		{dir, 0o700, ""},
		{dir, 0o777, "any user may write to"},
		{dir, 0o777 | os.ModeSticky, ""},
	} {
		if err := os.Chmod(c.path, c.mode); err != nil {
			t.Fatal(err)
		}
		if doubt := doubtOf(c.path); (doubt == "") != (c.want == "") || !strings.Contains(doubt, c.want) {
			t.Errorf("%s %v: %q, want %q", c.path, c.mode, doubt, c.want)
		}
	}
	if doubt := doubtOf(filepath.Join(dir, "none")); doubt == "" {
		t.Error("nothing is said of a file that is not there")
	}
}
