package adapters_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"stead/adapters"
)

// TestPagesKnowTheCLIs compares the tested versions in docs/install.md and the windows in docs/continue.md with those
// of the adapters.
func TestPagesKnowTheCLIs(t *testing.T) {
	install, windows := page(t, "../docs/install.md"), page(t, "../docs/continue.md")
	for _, d := range adapters.Drivers() {
		info, window := d.Info(), d.Window("")
		if row := fmt.Sprintf("\n| %s | %s | `", info.Title, strings.Join(info.Tested, ", ")); !strings.Contains(install,
			row) {
			t.Errorf("docs/install.md has no row %q", row)
		}
		if row := fmt.Sprintf("\n| %s | %d,%03d", info.Title, window/1000, window%1000); !strings.Contains(windows, row) {
			t.Errorf("docs/continue.md has no row %q", row)
		}
	}
}

func page(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
