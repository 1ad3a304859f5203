//go:build unix

package callgraph

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestOnlyFilesOfTheProjectAreRead(t *testing.T) {
	p := newProject(t)
	outside := filepath.Join(t.TempDir(), "o.go")
	if err := os.WriteFile(outside, []byte("package o\nfunc Outside() {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(p.folder, "link.go")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(p.folder, "pipe.go"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.edit("large.go", "package a\nfunc Large() {}\n//"+strings.Repeat("x", largest))
	for _, path := range []string{outside, "../o.go", "link.go", "pipe.go", "none.go", "."} {
		p.edit(path, "")
	}
	if report := p.update(); report.Files != 0 {
		t.Errorf("%+v: %v", report, p.ask(functionRows))
	}
}
