package e2e_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/e2e/harness"
	"stead/e2e/provider"
)

var update = flag.Bool("update", false, "write the goldens anew instead of comparing with them")

func TestMain(m *testing.M) { os.Exit(harness.Main(m)) }

// conversation shows what a request told the model, an item a line, without
// the harness's own items and with the place of the test's folder taken out.
func conversation(g *harness.Ground, cli string, request provider.Request) string {
	var lines strings.Builder
	for _, item := range request.Conversation() {
		lines.WriteString(strings.ReplaceAll(item.String(), g.Work, harness.Recorded(cli)))
		lines.WriteString("\n")
	}
	return lines.String()
}

// golden compares a text with a file below testdata, or writes that file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", path, diff)
	}
}
