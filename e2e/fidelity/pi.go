package fidelity

import (
	"encoding/json"
	"slices"
	"strings"

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
	spell: spellPi,
	// A command that failed.
	output: func(text string) string {
		if at := strings.LastIndex(text, "\n\nCommand exited with code "); at >= 0 {
			return text[:at]
		}
		return text
	},
	compacted: func(items []provider.Item) (int, []provider.Item) {
		kept, items := startsWith(piSummary)(items)
		if kept >= 0 {
			items = slices.Clone(items)
			items[kept].Text = strings.TrimSuffix(strings.TrimPrefix(items[kept].Text, piSummary), piSummaryEnd)
		}
		return kept, items
	},
	summaryFirst: true,
	tellsSummary: func(text string) string { return piSummary + text + piSummaryEnd },
}

// What the model is told around the summary of a compaction.
const (
	piSummary    = "The conversation history before this point was compacted into the following summary:\n\n<summary>\n"
	piSummaryEnd = "\n</summary>"
)

// spellPi spells an edit, and a search of the web, for which Pi has no tool: it keeps its name, which nobody need know.
func spellPi(m meaning) (form, bool) {
	switch m.deed {
	case edits:
		return nested("edit", m), true
	case searches:
		return form{holds: []string{m.parts[query]}}, true
	}
	return form{}, false
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
