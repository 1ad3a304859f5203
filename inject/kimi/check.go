package kimi

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"stead/adapters/kimi"
	"stead/inject"
)

// Check reads the CLI's configuration and looks for anything that would keep it from answering, and for the dialogs at
// its start.
func (d Driver) Check(g inject.Environment) []inject.Finding {
	if _, err := readSettings(g.Store.Root); err != nil {
		return []inject.Finding{{Severity: inject.Blocker, Text: err.Error(),
			Remedy: "Kimi Code itself will refuse it: correct the file"}}
	}
	var found []inject.Finding
	if d.Configured(g).Name == "" {
		found = append(found, inject.Finding{Severity: inject.Blocker, Model: true,
			Text:   "Kimi Code is configured for no model, and a session that is brought to it must name one",
			Remedy: "run kimi and sign in (/login), set default_model in config.toml, or name a configured model with --model"})
	}
	trust := filepath.Join(g.Store.Root, "workspace-trust", kimi.WorkDirKey(g.Dir))
	if _, err := os.Stat(trust); g.Dir != "" && errors.Is(err, fs.ErrNotExist) {
		found = append(found, inject.Finding{Severity: inject.Note, Text: "Kimi Code will ask whether you trust " + g.Dir,
			Remedy: "answer yes in an interactive run, and the prompt is typed then; headless runs do not ask"})
	}
	if offersMigration(g) {
		found = append(found, inject.Finding{Severity: inject.Note,
			Text:   "Kimi Code will ask whether to import the sessions and settings of Kimi CLI",
			Remedy: "answer it in an interactive run, or run kimi once before; headless runs do not ask"})
	}
	return found
}

// offersMigration reports whether the terminal program will begin with the question about a migration, because neither
// program has a mark that the user answered it (2.1.0).
func offersMigration(g inject.Environment) bool {
	old := cmp.Or(g.Host.Getenv("KIMI_SHARE_DIR"), filepath.Join(g.Host.Home, ".kimi"))
	return (exists(filepath.Join(old, "config.toml")) || exists(filepath.Join(old, "kimi.json"))) &&
		!exists(filepath.Join(old, ".migrated-to-kimi-code")) &&
		!exists(filepath.Join(g.Store.Root, ".skip-migration-from-kimi-cli"))
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
