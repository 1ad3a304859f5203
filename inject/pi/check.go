package pi

import (
	"encoding/json"
	"os"
	"path/filepath"

	"stead/inject"
	"stead/internal/sys/regular"
)

// Check reads the CLI's configuration and looks for anything that would keep it from answering, and for the dialog at
// its start.
func (d Driver) Check(g inject.Environment) []inject.Finding {
	var found []inject.Finding
	if d.Configured(g).Name == "" && !isSignedIn(g) {
		found = append(found, inject.Finding{Severity: inject.Note, Text: "Pi is not signed in to any provider here",
			Remedy: "run pi and /login, set the key of a provider in the environment, or describe one in models.json"})
	}
	var s settings
	s.read(filepath.Join(g.Store.Root, "settings.json"))
	asks := s.DefaultProjectTrust == "" || s.DefaultProjectTrust == "ask"
	if _, isDecided := decision(g); asks && !isDecided && hasResources(g.Dir) {
		found = append(found, inject.Finding{Severity: inject.Note,
			Text:   "Pi will ask whether you trust " + g.Dir + ", which has settings of its own",
			Remedy: "answer in an interactive run, or pass --approve or --no-approve (after --); headless runs do not ask, and leave them out"})
	}
	return found
}

// decision returns the user's decision about the folder, or about the nearest folder above it.
func decision(g inject.Environment) (trusted, isDecided bool) {
	decisions := map[string]*bool{}
	data, err := regular.ReadFile(filepath.Join(g.Store.Root, "trust.json"))
	if err != nil || g.Dir == "" || json.Unmarshal(data, &decisions) != nil {
		return false, false
	}
	for dir := g.Dir; ; dir = filepath.Dir(dir) {
		if decided := decisions[dir]; decided != nil {
			return *decided, true
		}
		if dir == filepath.Dir(dir) {
			return false, false
		}
	}
}

// hasResources reports whether a folder has resources that the CLI loads only if the folder is trusted.
func hasResources(dir string) bool {
	if dir == "" {
		return false
	}
	for _, name := range []string{"settings.json", "extensions", "skills", "prompts", "themes", "SYSTEM.md",
		"APPEND_SYSTEM.md"} {
		if _, err := os.Stat(filepath.Join(dir, ".pi", name)); err == nil {
			return true
		}
	}
	return false
}
