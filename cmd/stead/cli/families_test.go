package cli

import (
	"os"
	"slices"
	"testing"

	"stead/cmd/stead/cli/setup"
)

// TestFamiliesAreCalledByTheNamesOfTheirVerbs makes all verbs and looks at how each is called.
func TestFamiliesAreCalledByTheNamesOfTheirVerbs(t *testing.T) {
	a := &app{process: setup.NewProcess(nil, []string{"HOME=" + t.TempDir()}, "", os.Stdin, os.Stdout, os.Stderr)}
	for _, f := range families() {
		var names []string
		for _, verb := range f.verbs(a) {
			names = append(append(names, verb.Name()), verb.Aliases...)
		}
		if !slices.Equal(names, f.names) {
			t.Errorf("verbs are called %q, their family says %q", names, f.names)
		}
	}
}

// TestOnlyTheVerbsOfACommandLineAreMade keeps a start from making those of all packages.
func TestOnlyTheVerbsOfACommandLineAreMade(t *testing.T) {
	for _, f := range families() {
		for _, name := range f.names {
			if got := asked([]string{name, "--json"}); len(got) != 1 || !slices.Contains(got[0].names, name) {
				t.Errorf("%s needs %d families", name, len(got))
			}
		}
	}
	for _, line := range [][]string{nil, {"--help"}, {"help", "list"}, {"lst"}, {"__complete", "list"}} {
		if got := asked(line); len(got) != len(families()) {
			t.Errorf("%q needs only %d families", line, len(got))
		}
	}
}
