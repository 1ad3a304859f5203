package config

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestSettingsAreInTheDocs compares the table of docs/settings.md with the settings that there are, and with their
// defaults.
func TestSettingsAreInTheDocs(t *testing.T) {
	page, err := os.ReadFile("../docs/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]string{}
	table, _, _ := strings.Cut(string(page), "\n## ")
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| `?([^`|]*?)`? \\| .+ \\|$").FindAllStringSubmatch(
		table, -1) {
		documented[row[1]] = strings.TrimSpace(row[2])
	}
	for _, k := range (Input{CLIs: []string{"NAME"}}).all() {
		fallback, ok := documented[k.key]
		if !ok || fallback != k.fallback {
			t.Errorf("docs/settings.md has no row for %s with the default %q: it has %q", k.key, k.fallback,
				fmt.Sprint(fallback))
		}
		delete(documented, k.key)
	}
	for key := range documented {
		t.Errorf("docs/settings.md names %s, which is no setting", key)
	}
}
