package opencode

import (
	"stead/adapters/opencode"
	"stead/inject"
)

// Check reads OpenCode's configuration and looks for anything that would keep it from answering.
func (d Driver) Check(g inject.Environment) []inject.Finding {
	var found []inject.Finding
	if g.Host.Getenv("OPENCODE_DB") == opencode.MemoryDatabase {
		found = append(found, inject.Finding{Severity: inject.Blocker,
			Text:   "OPENCODE_DB keeps OpenCode's sessions in memory, where nothing can be brought to it",
			Remedy: "unset OPENCODE_DB"})
	}
	if _, err := readSettings(g); err != nil {
		found = append(found, inject.Finding{Severity: inject.Blocker, Text: err.Error(),
			Remedy: "OpenCode itself will refuse it: correct the file"})
		return found
	}
	if d.Configured(g).Name == "" {
		// OpenCode would choose one itself, and without any provider signed in, a free model of its own vendor (1.18.33).
		found = append(found, inject.Finding{Severity: inject.Blocker, Model: true,
			Text:   "OpenCode's configuration does not say which model it would continue with",
			Remedy: "set model in opencode.json, or name one as --model provider/model"})
	}
	return found
}
