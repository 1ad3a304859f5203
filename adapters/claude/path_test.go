package claude_test

import (
	"path/filepath"
	"strings"
	"testing"

	"stead/adapters/adapter"
	"stead/adapters/claude"
)

func TestProjectFolderNamesAFolderAsTheCLIDoes(t *testing.T) {
	for dir, want := range map[string]string{
		"/home/user/proj":        "-home-user-proj",
		"/a.b/C d_e+f":           "-a-b-C-d-e-f",
		"/é/日":                   "----",
		"/😀":                     "---", // a pair of UTF-16 units
		strings.Repeat("a", 200): strings.Repeat("a", 200),
		strings.Repeat("a", 201): strings.Repeat("a", 200) + "-" + "rkvsv5",
	} {
		if got := claude.ProjectFolder(dir); got != want {
			t.Errorf("ProjectFolder(%q) = %q, want %q", dir, got, want)
		}
	}
}

func TestTheHomeMayLieElsewhere(t *testing.T) {
	env := map[string]string{}
	host := adapter.Host{Home: "/home/user", Getenv: func(name string) string { return env[name] }}
	if got := claude.Root(host); filepath.ToSlash(got) != "/home/user/.claude" {
		t.Errorf("root = %s", got)
	}
	env["CLAUDE_CONFIG_DIR"] = "/elsewhere"
	if got := claude.Root(host); got != "/elsewhere" {
		t.Errorf("root = %s", got)
	}
}

func TestSessionIDsAreUUIDs(t *testing.T) {
	for id, want := range map[string]bool{
		"01a1fa47-78a8-7720-BB3F-0053adc67b17": true,
		"01a1fa47-78a8-7720-bb3f-0053adc67b1":  false,
		"01a1fa47x78a8-7720-bb3f-0053adc67b17": false,
		"g1a1fa47-78a8-7720-bb3f-0053adc67b17": false,
		"../../../../../../../../etc/pass.wd/": false,
	} {
		if got := claude.IsSessionID(id); got != want {
			t.Errorf("IsSessionID(%q) = %v", id, got)
		}
	}
}
