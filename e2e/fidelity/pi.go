package fidelity

import (
	"encoding/json"

	"stead/e2e/provider"
)

// pi is Pi 0.87.1.
var pi = rules{
	tools: []tool{
		{runs, "bash", map[part]string{command: "command"}},
		{reads, "read", map[part]string{path: "path"}},
		{writes, "write", map[part]string{path: "path", content: "content"}},
		{edits, "edit", map[part]string{path: "path"}},
		{greps, "grep", map[part]string{pattern: "pattern", path: "path"}},
		{globs, "find", map[part]string{pattern: "pattern", path: "path"}},
		{lists, "ls", map[part]string{path: "path"}},
	},
	mean:  meanPi,
	spell: func(m meaning) (form, bool) { return nested("edit", m), m.deed == edits },
}

// meanPi reads an edit, which may be of several places.
func meanPi(call provider.Item) (meaning, bool) {
	var input struct {
		Path  string
		Edits []struct{ OldText, NewText string }
	}
	if err := json.Unmarshal([]byte(call.Arguments), &input); err != nil || call.Tool != "edit" || len(input.Edits) == 0 {
		return meaning{}, false
	}
	m := meaning{deed: edits, parts: map[part]string{path: input.Path, before: input.Edits[0].OldText, after: input.Edits[0].NewText}}
	if len(input.Edits) > 1 {
		m.deed = patches
		for _, edit := range input.Edits {
			m.lines = append(m.lines, edit.OldText, edit.NewText)
		}
	}
	return m, true
}
