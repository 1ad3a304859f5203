//go:build unix

package claude_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"stead/adapters/adapter"
	"stead/readers"
	"stead/readers/claude"
)

func TestPipeInTheStoreIsNotOpened(t *testing.T) {
	root := t.TempDir()
	project := filepath.Join(root, "projects", "-work")
	if err := os.MkdirAll(project, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(project, "703f4375-66a1-4b5d-aa85-e7acd8934b44.jsonl"), 0o600); err != nil {
		t.Skipf("no pipe can be made here: %v", err)
	}
	for s, err := range readers.List(t.Context(), claude.Reader{}, adapter.Store{CLI: "claude", Root: root},
		readers.Query{}) {
		t.Errorf("the pipe is listed: %v, %v", s, err)
	}
}
