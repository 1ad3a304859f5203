package matrix_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"stead/adapters"
)

// TestTestedVersionsAreThoseThatWereTested keeps what stead doctor calls tested at what the tests have seen: the pinned
// versions.
func TestTestedVersionsAreThoseThatWereTested(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("..", "clis", "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	var pinned struct{ Dependencies map[string]string }
	if err := json.Unmarshal(content, &pinned); err != nil {
		t.Fatal(err)
	}
	for _, driver := range adapters.Drivers() {
		info := driver.Info()
		version := pinned.Dependencies[driver.Program().Package]
		if version != "" && !slices.Contains(info.Tested, version) {
			t.Errorf("%s %s is pinned, and its Info says %q", info.Name, version, info.Tested)
		}
	}
}
