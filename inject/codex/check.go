package codex

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"stead/inject"
)

// Check examines Codex's configuration for dialogs that would appear at the start.
func (Driver) Check(g inject.Environment) []inject.Finding {
	s, err := readSettings(g.Store.Root)
	if err != nil {
		return []inject.Finding{{Severity: inject.Blocker, Text: err.Error(),
			Remedy: "Codex itself will refuse it: correct the file"}}
	}
	var found []inject.Finding
	if _, err := os.Stat(filepath.Join(g.Store.Root, "auth.json")); errors.Is(err, fs.ErrNotExist) &&
		s.ModelProvider == "" {
		found = append(found, inject.Finding{Severity: inject.Note, Text: "Codex is not signed in here",
			Remedy: "run codex login, or set CODEX_API_KEY for headless runs"})
	}
	if root := repository(g.Dir); g.Dir != "" && s.Projects[root].Trust == "" {
		found = append(found, inject.Finding{Severity: inject.Note, Text: "Codex will ask whether you trust " + root,
			Remedy: "answer yes in an interactive run; headless runs do not ask"})
	}
	return found
}

// repository returns the root of the git repository that contains dir, or dir itself. Codex records trust for that
// folder.
func repository(dir string) string {
	for at := dir; at != filepath.Dir(at); at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return at
		}
	}
	return dir
}
