package kinds

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stead/adapters"
	"stead/internal/testkit"
	"stead/readers"
)

// TestKindsAreWrittenDown keeps docs/kinds.md at what the experiments have shown.
func TestKindsAreWrittenDown(t *testing.T) {
	testkit.GoldenPart(t, filepath.Join("..", "..", "docs", "kinds.md"), "kinds", tables(t))
}

// tables are the results of all CLIs.
func tables(t *testing.T) []byte {
	t.Helper()
	var b strings.Builder
	for _, s := range subjects {
		content, err := os.ReadFile(filepath.Join("testdata", "results", s.cli+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(adapters.Readers(), func(r readers.Reader) bool { return r.Info().Name == s.cli })
		info := adapters.Readers()[at].Info()
		fmt.Fprintf(&b, "## %s %s\n\n| kind | marks that its own model is told | stead |\n|---|---|---|\n", info.Title,
			info.Newest())
		for line := range strings.Lines(string(content)) {
			fmt.Fprintf(&b, "| %s |\n", strings.ReplaceAll(strings.TrimSpace(line), "\t", " | "))
		}
		b.WriteString("\n")
	}
	return append(bytes.TrimSpace([]byte(b.String())), '\n')
}
