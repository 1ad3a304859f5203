package harness

import (
	"crypto/sha256"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStampIsOfTheCodeOfOneCLI checks that a stamp changes with everything that a proof depends on, and with nothing
// else.
func TestStampIsOfTheCodeOfOneCLI(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	put := func(name, content string) {
		t.Helper()
		path := filepath.Join(root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700),
			os.WriteFile(path, []byte(content), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	put("readers/fake/a.go",
		"package fake\n\nimport (\n\t_ \"stead/adapters/fake\"\n\t_ \"stead/readers\"\n\t_ \"stead/timeline\"\n)\n")
	put("readers/fake/a_test.go", "package fake\n\nimport _ \"stead/readers/other\"\n")
	put("adapters/fake/a.go", "package fake\n")
	put("readers/other/a.go", "package other\n")
	put("timeline/a.go", "package timeline\n")
	folders := map[string]bool{}
	if err := withImports(root, "readers/fake", folders); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"adapters/fake", "readers/fake"}, slices.Sorted(maps.Keys(folders))); diff != "" {
		t.Errorf("the code (-want +got):\n%s", diff)
	}
	stamp := func() string {
		t.Helper()
		sum := sha256.New()
		for _, folder := range []string{"adapters/fake", "readers/fake"} {
			if err := sumUp(sum, root, folder); err != nil {
				t.Fatal(err)
			}
		}
		return string(sum.Sum(nil))
	}
	before := stamp()
	put("readers/fake/a_test.go", "package fake // another test\n")
	put("readers/fake/testdata/golden.txt", "what it prints")
	if stamp() != before {
		t.Error("the stamp changes with a test")
	}
	put("adapters/fake/a.go", "package fake // another\n")
	if stamp() == before {
		t.Error("the stamp does not change with the code")
	}
}
