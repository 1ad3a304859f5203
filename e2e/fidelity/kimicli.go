package fidelity

import (
	"encoding/json"
	"slices"

	"stead/e2e/provider"
)

// kimiCLI is Kimi CLI 1.51.0, the one in Python.
var kimiCLI = rules{
	tools: []tool{
		{runs, "Shell", map[part]string{command: "command"}},
		{reads, "ReadFile", map[part]string{path: "path"}},
		{looks, "ReadMediaFile", map[part]string{path: "path"}},
		{writes, "WriteFile", map[part]string{path: "path", content: "content"}},
		{edits, "StrReplaceFile", map[part]string{path: "path"}},
		{greps, "Grep", map[part]string{pattern: "pattern", path: "path"}},
		{globs, "Glob", map[part]string{pattern: "pattern", path: "directory"}},
		{fetches, "FetchURL", map[part]string{url: "url"}},
		{searches, "SearchWeb", map[part]string{query: "query"}},
		{delegates, "Agent", map[part]string{task: "prompt"}},
		{asks, "AskUserQuestion", nil},
	},
	mean: func(call provider.Item) (meaning, bool) {
		var input struct {
			Path string
			Edit struct{ Old, New string }
		}
		err := json.Unmarshal([]byte(call.Arguments), &input)
		return meaning{deed: edits, parts: map[part]string{path: input.Path, before: input.Edit.Old,
			after: input.Edit.New}}, call.Tool == "StrReplaceFile" && err == nil
	},
	spell:         func(m meaning) (form, bool) { return nested("StrReplaceFile", m), m.deed == edits },
	compacted:     compactedKimiCLI,
	tellsSummary:  func(text string) string { return kimiCLICompacted + "\n" + text },
	tellsFailure:  true,
	vendor:        "moonshot",
	summaryFirst:  true,
	takesThinking: true,
}

// kimiCLICompacted is the CLI's word before a summary.
const kimiCLICompacted = "<system>Previous context has been compacted. Here is the compaction output:</system>"

// compactedKimiCLI takes that word out.
func compactedKimiCLI(items []provider.Item) (int, []provider.Item) {
	at := slices.IndexFunc(items, func(i provider.Item) bool {
		return i.Text == kimiCLICompacted
	})
	if at < 0 {
		return at, items
	}
	return at, slices.Delete(slices.Clone(items), at, at+1)
}

// nested is an edit whose texts are not members of the arguments but of something in them.
func nested(name string, m meaning) form {
	return form{tools: []string{name}, members: map[string]string{"path": m.parts[path]},
		holds: []string{m.parts[before], m.parts[after]}}
}
