//go:build unix

package installed

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func script(t *testing.T, path, body string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
}

func find(t *testing.T, f Finder, name, npmPackage string) Program {
	t.Helper()
	p, err := f.Find(context.Background(), []string{name}, npmPackage, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestVersionComesFromThePackageWithoutAStart(t *testing.T) {
	root := t.TempDir()
	started := filepath.Join(root, "started")
	script(t, filepath.Join(root, "lib/@vendor/cli/bin/cli.js"), "touch "+started)
	manifest := `{"name":"@vendor/cli","version":"1.2.3"}`
	if err := os.WriteFile(filepath.Join(root, "lib/@vendor/cli/package.json"), []byte(manifest), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("lib/@vendor/cli/bin/cli.js", filepath.Join(root, "cli")); err != nil {
		t.Fatal(err)
	}
	got := find(t, Finder{Path: "/nowhere:" + root}, "cli", "@vendor/cli")
	if want := (Program{Path: filepath.Join(root, "cli"), Version: "1.2.3"}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if _, err := os.Stat(started); err == nil {
		t.Error("the program was started")
	}
}

func TestVersionIsAskedForOnceAsLongAsTheProgramStays(t *testing.T) {
	root := t.TempDir()
	path, log := filepath.Join(root, "cli"), filepath.Join(root, "log")
	say := func(version string) { script(t, path, "echo >>"+log+"\necho cli-name v"+version) }
	say("1.2.3")
	f := Finder{Path: root, Environ: []string{"PATH=/usr/bin:/bin"}, Cache: filepath.Join(root, "state/versions.json")}
	for range 2 {
		if got := find(t, f, "cli", "@vendor/cli").Version; got != "1.2.3" {
			t.Fatalf("version %q, want 1.2.3", got)
		}
	}
	if asked, err := os.ReadFile(log); err != nil || len(asked) != 1 {
		t.Errorf("asked %d times (%v), want once", len(asked), err)
	}
	say("1.3.0")
	later := time.Now().Add(time.Hour)
	if err := os.Chtimes(path, later, later); err != nil {
		t.Fatal(err)
	}
	if got := find(t, f, "cli", "").Version; got != "1.3.0" {
		t.Errorf("version %q after the update, want 1.3.0", got)
	}
}

func TestProgramThatFailsHasNoVersion(t *testing.T) {
	root := t.TempDir()
	script(t, filepath.Join(root, "cli"), "echo 1.2.3; exit 1")
	if got := find(t, Finder{Path: root}, "cli", ""); got.Version != "" || got.Path == "" {
		t.Errorf("got %+v, want a path and no version", got)
	}
}

func TestProgramsOfOneNameAreToldApart(t *testing.T) {
	root := t.TempDir()
	script(t, filepath.Join(root, "cli"), "echo cli, version 1.2.3")
	script(t, filepath.Join(root, "cli-old"), "echo cli-old, version 0.9")
	f := Finder{Path: root}
	old := func(answer string) bool { return answer == "cli-old, version 0.9" }
	got, err := f.Find(context.Background(), []string{"cli", "cli-old"}, "", old)
	if want := (Program{Path: filepath.Join(root, "cli-old"), Version: "0.9"}); err != nil || got != want {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	if _, err := f.Find(context.Background(), []string{"cli"}, "", old); !errors.Is(err, ErrNotInstalled) {
		t.Errorf("error %v, want %v", err, ErrNotInstalled)
	}
	script(t, filepath.Join(root, "silent"), "exit 1")
	if _, err := f.Find(context.Background(), []string{"silent"}, "", old); !errors.Is(err, ErrNotInstalled) ||
		!strings.Contains(err.Error(), "does not say what it is") {
		t.Errorf("of a program that says nothing: %v", err)
	}
}

func TestNotInstalled(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "cli"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"cli", filepath.Join(root, "cli"), filepath.Join(root, "missing")} {
		if _, err := (Finder{Path: root}).Find(context.Background(), []string{name}, "", nil); !errors.Is(err,
			ErrNotInstalled) {
			t.Errorf("%s: error %v, want %v", name, err, ErrNotInstalled)
		}
	}
}

func TestVersionsCompareByNumber(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"1.2.3", "1.2.3", 0}, {"1.10.0", "1.9.9", 1}, {"1.2", "1.2.1", -1}, {"2.0.0-alpha.1", "2.0.0", 0},
		{"0.169.0", "0.170.0", -1},
	} {
		if got := Compare(c.a, c.b); got != c.want {
			t.Errorf("Compare(%s, %s) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
