package e2e_test

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// contents describes everything below a folder, by path: kind, time of change, and of files the content.
func contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		found[path] = fmt.Sprintf("%s %s", info.Mode(), info.ModTime())
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(path)
			found[path] += fmt.Sprintf(" %x", sha256.Sum256(data))
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// unchanged fails the test when two descriptions differ.
func unchanged(t *testing.T, before, after map[string]string) {
	t.Helper()
	if difference := cmp.Diff(before, after); difference != "" {
		t.Errorf("files were touched (- before, + after):\n%s", difference)
	}
}
