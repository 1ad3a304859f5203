package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"stead/internal/plain"
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
	process := Process{Stdin: os.Stdin, Stdout: out, Stderr: out, Environ: []string{"HOME=" + t.TempDir(), "COLUMNS=80"}}
	collect((&app{Process: process}).root(), nil)
	for _, path := range names {
		process.Args = append(path[:len(path):len(path)], "--help")
		if code := Main(process); code != exitDone {
			t.Errorf("%v --help ends with %d", path, code)
		}
	}
	for line := range strings.Lines(string(read(t, out.Name()))) {
		if width := plain.Width(strings.TrimSuffix(line, "\n")); width > widestHelp {
			t.Errorf("%d cells: %s", width, line)
		}
	}
	if len(names) < 10 {
		t.Errorf("only %d commands were looked at", len(names))
	}
}
