package fidelity

import (
	"slices"
	"strings"

	"stead/e2e/provider"
)

// gemini is Gemini CLI 0.61.0.
var gemini = rules{
	tools: []tool{
		{runs, "run_shell_command", map[part]string{command: "command"}},
		{reads, "read_file", map[part]string{path: "file_path"}},
		{writes, "write_file", map[part]string{path: "file_path", content: "content"}},
		{edits, "replace", map[part]string{path: "file_path", before: "old_string", after: "new_string"}},
		{lists, "list_directory", map[part]string{path: "dir_path"}},
		{globs, "glob", map[part]string{pattern: "pattern", path: "dir_path"}},
		{greps, "grep_search", map[part]string{pattern: "pattern", path: "dir_path"}},
		{searches, "google_web_search", map[part]string{query: "query"}},
		{delegates, "invoke_agent", map[part]string{task: "prompt"}},
	},
	spell: func(m meaning) (form, bool) { // the address stands in what is asked
		return form{tools: []string{"web_fetch"}, holds: []string{m.parts[url]}}, m.deed == fetches
	},
	output:       outputGemini,
	said:         saidByGemini,
	compacted:    startsWith("<state_snapshot>"),
	summaryFirst: true,
	tellsFailure: true,
	untold:       []deed{runs},
	vendor:       "google",
}

// outputGemini is what a command printed, out of what the CLI says about it.
func outputGemini(text string) string {
	const begin = "<untrusted_context>\nOutput: "
	if !strings.HasPrefix(text, begin) {
		return text
	}
	text = strings.TrimPrefix(text, begin)
	for _, end := range []string{"\n</untrusted_context>", "\nProcess Group PGID: ", "\nExit Code: "} {
		text, _, _ = strings.Cut(text, end)
	}
	return strings.TrimSuffix(text, "(empty)")
}

// saidByGemini leaves out that each result of a resumed session is sent again.
func saidByGemini(items []provider.Item) []provider.Item {
	var all []provider.Item
	for _, item := range items {
		isAgain := item.Kind != provider.Call && item.CallID != "" && slices.ContainsFunc(all, func(i provider.Item) bool { return i.String() == item.String() })
		if !isAgain {
			all = append(all, item)
		}
	}
	return all
}
