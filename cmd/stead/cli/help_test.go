package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/internal/term/plain"
)

// TestHelpOfEveryCommandFitsATerminal prints it all for 80 columns.
func TestHelpOfEveryCommandFitsATerminal(t *testing.T) {
	var names [][]string
	var collect func(*cobra.Command, []string)
	collect = func(c *cobra.Command, path []string) {
		names = append(names, path)
		for _, verb := range c.Commands() {
			collect(verb, append(path[:len(path):len(path)], verb.Name()))
		}
	}
	out, err := os.Create(filepath.Join(t.TempDir(), "help"))
	if err != nil {
		t.Fatal(err)
	}
	environ := []string{"HOME=" + t.TempDir(), "COLUMNS=80"}
	process := func(args ...string) *setup.Process { return setup.NewProcess(args, environ, "", os.Stdin, out, out) }
	collect(Tree(process()), nil)
	for _, path := range names {
		if code := Main(process(append(path[:len(path):len(path)], "--help")...)); code != failure.Done {
			t.Errorf("%v --help ends with %d", path, code)
		}
	}
	shown, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(shown)) {
		if width := plain.Width(strings.TrimSuffix(line, "\n")); width > widestHelp {
			t.Errorf("%d cells: %s", width, line)
		}
	}
	if len(names) < 10 {
		t.Errorf("only %d commands were looked at", len(names))
	}
}
