package matrix_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"stead/adapters"
	"stead/e2e/fidelity"
	"stead/e2e/runtest"
)

// TestTestedVersionsAreThoseThatWereTested keeps what stead doctor calls tested at what the tests have seen: the pinned versions,
// and those of the last run with newer ones.
func TestTestedVersionsAreThoseThatWereTested(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("..", "clis", "package.json"))
	if err != nil {
		t.Fatal(err)
	}
	var pinned struct{ Dependencies map[string]string }
	if err := json.Unmarshal(content, &pinned); err != nil {
		t.Fatal(err)
	}
	drift, err := fidelity.ReadDrift(runtest.ResultsFolder)
	if err != nil {
		t.Fatal(err)
	}
	for _, driver := range adapters.Drivers() {
		info := driver.Info()
		for _, version := range []string{pinned.Dependencies[driver.Program().Package], drift.CLIs[info.Name].Version} {
			if version != "" && !slices.Contains(info.Tested, version) {
				t.Errorf("%s %s was tested, and its Info says %q", info.Name, version, info.Tested)
			}
		}
	}
}
