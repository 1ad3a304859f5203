package fidelity

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"stead/e2e/anew"
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
	mean:    meanPi,
	spell:   spellPi,
	said:    saidByPi,
	context: contextPi,
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

// namedPi is a file that the command line named, which Pi puts before the prompt.
var namedPi = regexp.MustCompile(`(?s)^<file name="[^"\n]*">.*?</file>\n`)

// saidByPi puts such files behind their prompt, as texts of their own: a file that a prompt names belongs to that
// prompt's turn.
func saidByPi(items []provider.Item) []provider.Item {
	var all []provider.Item
	for _, item := range items {
		var files []provider.Item
		for item.Kind == provider.Text && item.Role == "user" && namedPi.MatchString(item.Text) {
			file := item
			file.Text = namedPi.FindString(item.Text)
			files, item.Text = append(files, file), strings.TrimPrefix(item.Text, file.Text)
		}
		all = append(append(all, item), files...)
	}
	return all
}

// notedPi begin what extensions told the model in the recorded sessions: Pi puts nothing around it.
var notedPi = regexp.MustCompile(
	`^(HOOKPROMPT|NOTETEXT|BUSYNOTE|LATERTEXT|PICTEXT|GOTEXT|A note of an extension|A quiet note)\b`)

// contextPi takes files that were named, shell commands of the user's, summaries of branches and what extensions told.
func contextPi(items []provider.Item) map[int][]string {
	all := map[int][]string{}
	for i, item := range items {
		switch {
		case item.Kind != provider.Text || item.Role != "user":
		case namedPi.MatchString(item.Text):
			all[i] = anew.Lines("pi", anew.File, item.Text)
		case strings.HasPrefix(item.Text, "Ran `"):
			all[i] = anew.Lines("pi", anew.Shell, item.Text)
		case strings.HasPrefix(item.Text, "The following is a summary of a branch that this conversation came back from:"):
			all[i] = anew.Lines("pi", anew.Context, item.Text)
		case notedPi.MatchString(item.Text):
			all[i] = anew.Lines("pi", anew.Plain, item.Text)
		}
	}
	return all
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
	m := meaning{deed: edits, parts: map[part]string{path: input.Path, before: input.Edits[0].OldText,
		after: input.Edits[0].NewText}}
	if len(input.Edits) > 1 {
		m.deed = patches
		for _, edit := range input.Edits {
			m.lines = append(m.lines, edit.OldText, edit.NewText)
		}
	}
	return m, true
}
