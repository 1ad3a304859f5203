package kimicli

import (
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/BurntSushi/toml"

	format "stead/adapters/kimicli"
	"stead/inject"
)

// Check reads the CLI's files and looks for anything that would keep it from answering.
func (Driver) Check(g inject.Environment) []inject.Finding {
	if _, err := format.WorkDirs(g.Store.Root); err != nil {
		return []inject.Finding{{Severity: inject.Blocker, Text: err.Error(),
			Remedy: "Kimi CLI keeps its list of session folders there"}}
	}
	var settings struct {
		DefaultModel string `toml:"default_model"`
	}
	path := filepath.Join(g.Store.Root, "config.toml")
	if _, err := toml.DecodeFile(path, &settings); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return []inject.Finding{{Severity: inject.Blocker, Text: path + " cannot be read: " + err.Error(),
			Remedy: "Kimi CLI itself will refuse it: correct the file"}}
	}
	if settings.DefaultModel == "" && g.Host.Getenv("KIMI_MODEL_NAME") == "" {
		return []inject.Finding{{Severity: inject.Note, Model: true,
			Text:   "Kimi CLI is not signed in here: it is configured for no model",
			Remedy: "run kimi and sign in (/login), or set default_model in config.toml"}}
	}
	return nil
}
