package codex

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/BurntSushi/toml"

	"stead/inject"
	"stead/internal/adapter"
)

// settings are what decides in Codex's config.toml which dialogs come up at the start (0.169.0).
type settings struct {
	ModelProvider string `toml:"model_provider"`
	Projects      map[string]struct {
		Trust string `toml:"trust_level"`
	} `toml:"projects"`
}

// Check reads Codex's configuration for dialogs that would come up at the start.
func (Driver) Check(_ adapter.Host, store adapter.Store, dir string) []inject.Finding {
	var s settings
	path := filepath.Join(store.Root, "config.toml")
	if _, err := toml.DecodeFile(path, &s); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return []inject.Finding{{Severity: inject.Blocker, Text: fmt.Sprintf("%s cannot be read: %v", path, err), Remedy: "Codex itself will refuse it: correct the file"}}
	}
	var found []inject.Finding
	if _, err := os.Stat(filepath.Join(store.Root, "auth.json")); errors.Is(err, fs.ErrNotExist) && s.ModelProvider == "" {
		found = append(found, inject.Finding{Severity: inject.Note, Text: "Codex is not signed in here", Remedy: "run codex login, or set CODEX_API_KEY for headless runs"})
	}
	if root := repository(dir); dir != "" && s.Projects[root].Trust == "" {
		found = append(found, inject.Finding{Severity: inject.Note, Text: "Codex will ask whether you trust " + root,
			Remedy: "answer yes in an interactive run; headless runs do not ask"})
	}
	return found
}

// repository returns the root of the git repository that holds dir, or dir itself: trust is kept by that.
func repository(dir string) string {
	for at := dir; at != filepath.Dir(at); at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return at
		}
	}
	return dir
}
