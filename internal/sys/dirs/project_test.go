package dirs

import (
	"os"
	"path/filepath"
	"testing"

	"stead/internal/testkit"
)

func TestFoldersOfAProject(t *testing.T) {
	root := t.TempDir()
	real, link := filepath.Join(root, "real"), filepath.Join(root, "link")
	if err := os.MkdirAll(filepath.Join(real, "below"), 0o700); err != nil {
		t.Fatal(err)
	}
	testkit.Link(t, real, link)
	for _, c := range []struct {
		project, folder string
		want            bool
	}{
		{"", "/code/app", true},
		{"", "", true},
		{"/code/app", "/code/app", true},
		{"/code/app/.", "/code/app", true},
		{"/code/app/", "/code/app/sub/folder", true},
		{"/code/app", "/code/application", false},
		{"/code/app", "/code", false},
		{"/code/app", "", false},
		{"/", "/code", true},
		{link, real, true},
		{real, link, true},
		{link, filepath.Join(real, "below"), true},
		{"app", "/code/app", true},
		{"APP", "/code/app", true},
		{"app", "/code/app/sub", false},
		{"app", "/code/my-app", false},
		{"app", "", false},
		{".config", "/home/user/.config", true},
	} {
		has := OfProject(c.project)
		if got := has(c.folder); got != c.want || has(c.folder) != got {
			t.Errorf("%q has %q: %t", c.project, c.folder, got)
		}
	}
}

func TestWhatIsAPath(t *testing.T) {
	for name, want := range map[string]bool{"/code": true, "~/code": true, "~": true, ".": true, "..": true, "a/b": true,
		"./a": true, "app": false, ".config": false, "a.b": false, "": false} {
		if IsPath(name) != want {
			t.Errorf("%q is a path: %t", name, !want)
		}
	}
}
