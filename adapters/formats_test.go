package adapters_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestOnlyACLIsOwnFoldersKnowItsFormat checks the imports of all Go files: only folders and files with the name NAME
// may import adapters/NAME. It is not a rule of the linter, so that a new CLI needs no line there.
func TestOnlyACLIsOwnFoldersKnowItsFormat(t *testing.T) {
	imports := 0
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return skip(path, entry, err)
		}
		for _, cli := range formatsIn(t, path) {
			imports++
			if own := strings.Split(strings.TrimSuffix(filepath.ToSlash(path), ".go"), "/"); !slices.Contains(own, cli) {
				t.Errorf("%s imports stead/adapters/%s: only the CLI's own folders know its format", path, cli)
			}
		}
		return nil
	})
	if err != nil || imports < 100 {
		t.Errorf("only %d imports of formats were found: %v", imports, err)
	}
}

func skip(path string, entry fs.DirEntry, err error) error {
	if err == nil && entry.IsDir() && len(filepath.Base(path)) > 2 && strings.HasPrefix(filepath.Base(path), ".") {
		return filepath.SkipDir
	}
	return err
}

// formatsIn returns the CLIs whose formats a file imports.
func formatsIn(t *testing.T, path string) (clis []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range file.Imports {
		rest, ok := strings.CutPrefix(strings.Trim(spec.Path.Value, `"`), "stead/adapters/")
		if cli, _, _ := strings.Cut(rest, "/"); ok && cli != "adapter" {
			clis = append(clis, cli)
		}
	}
	return clis
}
