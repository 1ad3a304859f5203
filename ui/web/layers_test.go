package web_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// layers are the folders of the sources, from the lowest to the highest: one imports only itself and those before it.
var layers = []string{"api", "values", "shell", "live", "parts", "dialogs", "pages", "frame", "."}

var importLine = regexp.MustCompile(`(?:from |import\()"(\.[^"]*)"`)

func TestImportsPointDown(t *testing.T) {
	sources := os.DirFS("app")
	seen := 0
	err := fs.WalkDir(sources, ".", func(name string, file fs.DirEntry, err error) error {
		if err != nil || file.IsDir() || !strings.HasSuffix(strings.TrimSuffix(name, "x"), ".ts") {
			return err
		}
		content, err := fs.ReadFile(sources, name)
		for _, found := range importLine.FindAllStringSubmatch(string(content), -1) {
			seen++
			imported := path.Join(path.Dir(name), found[1])
			from, to := slices.Index(layers, layerOf(name)), slices.Index(layers, layerOf(imported))
			if from < 0 || to < 0 || to > from {
				t.Errorf("%s imports %s, which stands above it", name, imported)
			}
		}
		return err
	})
	if err != nil || seen == 0 {
		t.Fatal(seen, err)
	}
}

func layerOf(name string) string {
	first, _, inFolder := strings.Cut(name, "/")
	if !inFolder {
		return "."
	}
	return first
}
