package runtest

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"stead/e2e/harness"
)

// Repository makes the project folder a git repository with one commit.
func Repository(t *testing.T, g *harness.Environment) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(g.Work, "answer.txt"), []byte("unknown\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, line := range [][]string{
		{"init", "-q", "-b", "main"}, {"config", "user.name", "User"}, {"config", "user.email", "user@localhost"},
		{"add", "."}, {"commit", "-q", "-m", "Begin"},
	} {
		Git(t, g, line...)
	}
}

// Git runs git in the project folder and returns its output.
func Git(t *testing.T, g *harness.Environment, args ...string) string {
	t.Helper()
	result := g.Run("git", append([]string{"-C", g.Work}, args...)...)
	Exits(t, result, 0)
	return strings.TrimSuffix(result.Stdout, "\n")
}

// Contents returns all files of a folder, without those of git.
func Contents(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.Name() == ".git" {
			if entry.IsDir() {
				return filepath.SkipDir
			}
			return nil // the file of a submodule
		}
		info, err := entry.Info()
		if err == nil && info.Mode().IsRegular() {
			data, failed := os.ReadFile(path)
			all[path], err = fmt.Sprint(info.Mode(), info.ModTime(), string(data)), failed
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Unchanged fails the test if two snapshots of a folder differ.
func Unchanged(t *testing.T, before, after map[string]string) {
	t.Helper()
	if difference := cmp.Diff(before, after); difference != "" {
		t.Errorf("files were touched (- before, + after):\n%s", difference)
	}
}
