package qwen

import (
	"encoding/json"
	"path/filepath"
	"strings"

	"stead/adapters/qwen"
	"stead/inject"
	"stead/internal/sys/regular"
)

// settings are the parts of settings.json that determine the dialogs at the start.
type settings struct {
	Security struct {
		Auth        struct{ SelectedType string }
		FolderTrust struct{ Enabled bool }
	}
}

// Check reads the CLI's configuration and looks for dialogs at its start. It ignores a file that it cannot read,
// because the CLI allows comments and reports faults itself.
func (Driver) Check(g inject.Environment) []inject.Finding {
	home := qwen.Home(g.Host)
	var s settings
	data, err := regular.ReadFile(filepath.Join(home, "settings.json"))
	if err == nil && json.Unmarshal(data, &s) != nil {
		return nil
	}
	var found []inject.Finding
	if s.Security.Auth.SelectedType == "" && g.Host.Getenv("OPENAI_API_KEY") == "" {
		found = append(found, inject.Finding{Severity: inject.Note, Text: "Qwen Code is not signed in here",
			Remedy: "run qwen once and choose how to sign in, or set OPENAI_API_KEY, OPENAI_BASE_URL and OPENAI_MODEL"})
	}
	if s.Security.FolderTrust.Enabled && g.Dir != "" && !isTrusted(home, g.Dir) {
		found = append(found, inject.Finding{Severity: inject.Note, Text: "Qwen Code will ask whether you trust " + g.Dir,
			Remedy: "answer yes in an interactive run; headless runs do not ask"})
	}
	return found
}

// isTrusted reports whether a rule of trustedFolders.json trusts the folder or one above it.
func isTrusted(home, dir string) bool {
	rules := map[string]string{}
	data, err := regular.ReadFile(filepath.Join(home, "trustedFolders.json"))
	if err != nil || json.Unmarshal(data, &rules) != nil {
		return false
	}
	for path, rule := range rules {
		if rule == "TRUST_PARENT" {
			path = filepath.Dir(path)
		}
		isInside := path == dir || strings.HasPrefix(dir, strings.TrimSuffix(path, "/")+"/")
		if isInside && strings.HasPrefix(rule, "TRUST_") {
			return true
		}
	}
	return false
}
