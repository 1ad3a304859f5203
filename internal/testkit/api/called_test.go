package api

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// uncalled are functions of packages that a program imports, which no program calls: each with the reason to keep it.
var uncalled = map[string]string{
	"stead/adapters.Add": "a program adds a CLI that stead does not ship; internal/testkit/parrot shows it",
	"stead/internal/adapt/prefilter.Expression.String": "tests of the memory compare an expression with the same one without its filter",
	"stead/internal/render/gfm.LiveHTML":               "tests of all that writes Markdown look for HTML in it",
	"stead/reach/hub.Hub.JetStream":                    "tests of what speaks to a hub look into it",
	"stead/timeline.DeliveredOrigins":                  "whoever builds on the timeline has both lists of origins",
	"stead/ui/api.Document":                            "the client of the pages is generated from it, by a test with -update",
}

// TestProgramsCallEveryFunctionOfTheirPackages fails for functions that only tests call, or that nothing calls. Delete
// such a function, or move it into a test file. The test sees only packages that a program imports: it says nothing
// about a package that only tests import, or that nothing imports.
func TestProgramsCallEveryFunctionOfTheirPackages(t *testing.T) {
	if testing.Short() {
		t.Skip("it reads the source of all programs, with all libraries: some 15 seconds")
	}
	dependOnSource(t)
	found := map[string]bool{}
	for _, p := range dead(t) {
		for _, f := range p.Funcs {
			name := p.Path + "." + f.Name
			found[name] = true
			if uncalled[name] == "" {
				t.Errorf("%s:%d: no program calls %s", f.Position.File, f.Position.Line, name)
			}
		}
	}
	for name := range uncalled {
		if !found[name] {
			t.Errorf("a program calls %s, or it is gone: take it off the list", name)
		}
	}
}

// deadPackage is a package that a program imports, with the functions in it that deadcode has found uncalled.
type deadPackage struct {
	Path  string
	Funcs []struct {
		Name     string
		Position struct {
			File string
			Line int
		}
	}
}

// dead asks deadcode, which go.mod pins, for the packages that the programs import. Deadcode knows calls through
// interfaces, and takes a function whose value is used for a called one.
func dead(t *testing.T) (packages []deadPackage) {
	t.Helper()
	tool := exec.Command("go", "tool", "deadcode", "-json", "stead/cmd/...")
	tool.Stderr = os.Stderr
	output, err := tool.Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(output, &packages); err != nil {
		t.Fatalf("%v: %.200s", err, output)
	}
	return packages
}

// dependOnSource looks at each Go file: go test takes no result from its cache when one has changed that the test has
// looked at.
func dependOnSource(t *testing.T) {
	t.Helper()
	err := filepath.WalkDir(filepath.Join("..", "..", ".."), func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && len(entry.Name()) > 2 && strings.HasPrefix(entry.Name(), "."), entry.Name() == "node_modules":
			return filepath.SkipDir
		case filepath.Ext(path) == ".go":
			_, err = os.Stat(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
