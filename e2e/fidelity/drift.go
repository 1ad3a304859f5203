package fidelity

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Drift is what a run with the newest versions of the CLIs has shown.
type Drift struct {
	// Date is when it was, as 2026-11-21.
	Date string `json:"date"`
	// CLIs are the CLIs by name.
	CLIs map[string]Drifted `json:"clis"`
}

// Drifted is one CLI in a newer version.
type Drifted struct {
	Version string `json:"version"`
	// Cells says in how many cells the same arrived as with the pinned version, of how many were tried.
	Cells Count `json:"cells"`
	// Own says how many of its own sessions it sent as the pinned version does.
	Own Count `json:"own"`
	// Changed says what is different.
	Changed []string `json:"changed,omitempty"`
}

// ReadDrift reads the drift from a folder. There may be none yet.
func ReadDrift(folder string) (Drift, error) {
	drift := Drift{CLIs: map[string]Drifted{}}
	content, err := os.ReadFile(filepath.Join(folder, "drift.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return drift, nil
	}
	if err != nil {
		return Drift{}, err
	}
	return drift, json.Unmarshal(content, &drift)
}

// Write writes the drift into a folder.
func (d Drift) Write(folder string) error { return writeJSON(filepath.Join(folder, "drift.json"), d) }

func (d Drift) section(b *strings.Builder) {
	if len(d.CLIs) == 0 {
		return
	}
	fmt.Fprintf(b, "\n## Newer versions\n\nThe same with the newest versions of the registry on %s (`make drift`): in how many cells the same arrives as with the\n"+
		"pinned version, and how many of its own sessions the CLI sends as that does.\n\n| CLI | version | cells | own sessions |\n|---|---|---|---|\n", d.Date)
	var changed strings.Builder
	for _, cli := range slices.Sorted(maps.Keys(d.CLIs)) {
		c := d.CLIs[cli]
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n", cli, c.Version, c.Cells, c.Own)
		for _, what := range c.Changed {
			fmt.Fprintf(&changed, "- %s: %s\n", cli, what)
		}
	}
	if changed.Len() > 0 {
		fmt.Fprintf(b, "\nWhat is different:\n\n%s", changed.String())
	}
}
