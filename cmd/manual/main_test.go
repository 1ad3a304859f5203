package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

func TestEachCommandHasAPage(t *testing.T) {
	folder := t.TempDir()
	if err := write([]string{folder}); err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string]string{"man1/stead-run.1": "Continue a session in another CLI",
		"man1/stead-fork-tree.1": "SYNOPSIS", "completions/stead.bash": "complete"} {
		content, err := os.ReadFile(filepath.Join(folder, file))
		if err != nil || !bytes.Contains(content, []byte(text)) {
			t.Errorf("%s does not say %q, %v", file, text, err)
		}
	}
	if err := write(nil); err == nil {
		t.Error("without a folder it writes somewhere")
	}
}
