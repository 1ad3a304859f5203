package tilde_test

import (
	"testing"

	"stead/internal/sys/tilde"
)

func TestHomeStandsForTilde(t *testing.T) {
	for path, want := range map[string]string{
		"~": "/home/u", "~/x/": "/home/u/x/", "~x": "~x", "x/~/y": "x/~/y", "/~": "/~", "": "", "-": "-",
	} {
		if got := tilde.Expand(path, "/home/u"); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	if got := tilde.Expand("~/x", ""); got != "~/x" {
		t.Errorf("without a home it is %s", got)
	}
}

func TestTildeStandsForHome(t *testing.T) {
	for path, want := range map[string]string{
		"/home/u": "~", "/home/u/x": "~/x", "/home/user": "/home/user", "/x/home/u": "/x/home/u", "": "",
	} {
		if got := tilde.Shorten(path, "/home/u"); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
}
