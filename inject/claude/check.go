package claude

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/internal/sys/regular"
)

// state is the part of Claude Code's main configuration file that determines which dialogs appear (2.1.197).
type state struct {
	HasCompletedOnboarding bool
	Projects               map[string]struct{ HasTrustDialogAccepted bool }
}

// Check examines Claude Code's main configuration file for dialogs that would appear at the start.
func (Driver) Check(g inject.Environment) []inject.Finding {
	path := statePath(g.Host, g.Store)
	data, err := regular.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return []inject.Finding{{Severity: inject.Note, Text: "Claude Code was never started here",
			Remedy: "run claude once and sign in"}}
	}
	var s state
	if err == nil {
		err = json.Unmarshal(data, &s)
	}
	if err != nil {
		return []inject.Finding{{Severity: inject.Note, Text: fmt.Sprintf("%s cannot be read: %v", path, err)}}
	}
	return s.findings(g.Dir)
}

// statePath returns the path of the main configuration file. It is inside the home if the home was moved, and next to
// it otherwise.
func statePath(host adapter.Host, store adapter.Store) string {
	if store.Root == filepath.Join(host.Home, ".claude") {
		return filepath.Join(host.Home, ".claude.json")
	}
	return filepath.Join(store.Root, ".claude.json")
}

func (s state) findings(dir string) []inject.Finding {
	var found []inject.Finding
	if !s.HasCompletedOnboarding {
		// Onboarding ends the program if api.anthropic.com cannot be reached, even with a different base address.
		found = append(found, inject.Finding{Severity: inject.Blocker,
			Text:   "the first-run dialogs are not finished, and stop an interactive run",
			Remedy: "run claude once and finish them"})
	}
	// Check for this exact folder: since 2.1.329, a trusted parent folder no longer counts.
	if dir != "" && !s.Projects[dir].HasTrustDialogAccepted {
		found = append(found, inject.Finding{Severity: inject.Note, Text: "Claude Code will ask whether you trust " + dir,
			Remedy: "answer yes in an interactive run; headless runs do not ask"})
	}
	return found
}
