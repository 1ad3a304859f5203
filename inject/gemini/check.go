package gemini

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"stead/adapters/gemini"
	"stead/inject"
	"stead/internal/sys/regular"
)

// settings are the parts of settings.json that decide whether the CLI asks questions at its start (0.61.0).
type settings struct {
	Security struct {
		Auth        struct{ SelectedType string }
		FolderTrust struct{ Enabled *bool }
	}
}

// readSettings reads the user's settings. Known is false for a file that cannot be read or has comments.
func readSettings(home string) (s settings, known bool) {
	content, err := regular.ReadFile(filepath.Join(home, "settings.json"))
	if os.IsNotExist(err) {
		return s, true
	}
	return s, err == nil && json.Unmarshal(content, &s) == nil
}

// Check looks for reasons for the CLI to ask or refuse at its start, and for strays.
func (Driver) Check(g inject.Environment) []inject.Finding {
	var found []inject.Finding
	if s, known := readSettings(g.Store.Root); known {
		if s.Security.Auth.SelectedType == "" && !hasKey(g) {
			found = append(found, inject.Finding{Severity: inject.Note, Text: "Gemini CLI is not signed in here",
				Remedy: "run gemini once and sign in, or set GEMINI_API_KEY"})
		}
		asks := s.Security.FolderTrust.Enabled == nil || *s.Security.FolderTrust.Enabled
		if asks && g.Dir != "" && !trusts(g) {
			found = append(found, inject.Finding{Severity: inject.Note,
				Text:   "Gemini CLI does not trust " + g.Dir + ": it ends a headless run there with exit code 55",
				Remedy: "answer yes in an interactive run, or pass --skip-trust to it (after --)"})
		}
	}
	return append(found, strayFindings(g)...)
}

// hasKey reports whether the environment holds credentials or selects a sign-in method.
func hasKey(g inject.Environment) bool {
	return slices.ContainsFunc([]string{"GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI",
		"GOOGLE_GENAI_USE_GCA"},
		func(name string) bool { return g.Host.Getenv(name) != "" })
}

// trusts reports whether the CLI trusts the folder: the user trusted it, or a folder above it.
func trusts(g inject.Environment) bool {
	if g.Host.Getenv("GEMINI_CLI_TRUST_WORKSPACE") == "true" || slices.Contains(g.Arguments, skipTrust) {
		return true
	}
	path := g.Host.Getenv("GEMINI_CLI_TRUSTED_FOLDERS_PATH")
	if path == "" {
		path = filepath.Join(g.Store.Root, "trustedFolders.json")
	}
	var rules map[string]string
	if content, err := regular.ReadFile(path); err != nil || json.Unmarshal(content, &rules) != nil {
		return false
	}
	for folder, rule := range rules {
		if rule == "TRUST_PARENT" {
			folder = filepath.Dir(folder)
		}
		if strings.HasPrefix(rule, "TRUST_") && (g.Dir == folder ||
			strings.HasPrefix(g.Dir, strings.TrimSuffix(folder, "/")+"/")) {
			return rules[g.Dir] != "DO_NOT_TRUST"
		}
	}
	return false
}

// strayFindings reports the sessions of the project that the CLI would delete at its next start.
func strayFindings(g inject.Environment) []inject.Finding {
	if g.Dir == "" {
		return nil
	}
	slug, _ := gemini.Slug(g.Store.Root, g.Dir)
	strays, err := gemini.Strays(context.Background(), gemini.ChatsFolder(g.Store.Root, slug))
	if err != nil {
		return nil
	}
	var found []inject.Finding
	for _, s := range strays {
		if len(s.Endangers) == 0 {
			continue
		}
		found = append(found, inject.Finding{Severity: inject.Note,
			Text: fmt.Sprintf("Gemini CLI will delete %s at its next start, because it left %s beside it",
				strings.Join(s.Endangers, ", "), s.Path),
			Remedy: "delete the latter, which holds no conversation; stead makes it harmless before it starts Gemini CLI there"})
	}
	return found
}
