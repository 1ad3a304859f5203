package dirs_test

import (
	"path/filepath"
	"testing"

	"stead/internal/sys/dirs"
)

func TestHomeStandsForTilde(t *testing.T) {
	x := filepath.FromSlash("/x/") // as this system separates folders
	for path, want := range map[string]string{
		"~": "/home/u", "~/x/": "/home/u" + x, "~" + x: "/home/u" + x, "~x": "~x", "x/~/y": "x/~/y", "/~": "/~", "": "",
		"-": "-",
	} {
		if got := dirs.ExpandTilde(path, "/home/u"); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	if got := dirs.ExpandTilde("~/x", ""); got != "~/x" {
		t.Errorf("without a home it is %s", got)
	}
}

func TestTildeStandsForHome(t *testing.T) {
	for path, want := range map[string]string{
		"/home/u": "~", "/home/u/x": "~/x", "/home/user": "/home/user", "/x/home/u": "/x/home/u", "": "",
	} {
		path, want := filepath.FromSlash(path), filepath.FromSlash(want)
		if got := dirs.ShortenTilde(path, filepath.FromSlash("/home/u")); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
}
