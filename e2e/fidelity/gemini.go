package fidelity

import (
	"slices"
	"strings"

	"stead/e2e/anew"
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
		{plans, "write_todos", nil},
		{delegates, "invoke_agent", map[part]string{task: "prompt"}},
		{asks, "ask_user", nil},
	},
	spell: func(m meaning) (form, bool) { // the address stands in what is asked
		return form{tools: []string{"web_fetch"}, holds: []string{m.parts[url]}}, m.deed == fetches
	},
	context:         contextGemini,
	folded:          foldedGemini,
	forgetsThinking: true,
	mcp:             func(server, tool string) string { return "mcp_" + server + "_" + tool },
	said:            saidByGemini,
	compacted:       startsWith("<state_snapshot>"),
	summaryFirst:    true,
	tellsFailure:    true,
	untold:          []deed{runs},
	vendor:          "google",
}

// saidByGemini leaves out that each result of a resumed session is sent again.
func saidByGemini(items []provider.Item) []provider.Item {
	var all []provider.Item
	for _, item := range items {
		isAgain := item.Kind != provider.Call && item.CallID != "" &&
			slices.ContainsFunc(all, func(i provider.Item) bool { return i.String() == item.String() })
		if !isAgain {
			all = append(all, item)
		}
	}
	return all
}

// unescapedGemini takes back what Gemini CLI does to a shell command and its output, which stand between fences.
var unescapedGemini = strings.NewReplacer(`\\`, `\`, "\\`", "`")

func foldedGemini(items []provider.Item) []provider.Item {
	items = slices.Clone(items)
	for i := range items {
		if strings.HasPrefix(items[i].Text, "I ran the following shell command:\n") {
			items[i].Text = unescapedGemini.Replace(items[i].Text)
		}
	}
	return items
}

// contextGemini takes what stands between the marks of files that a prompt names, what hooks say, and the user's own
// shell commands. Qwen Code has the marks from it.
func contextGemini(items []provider.Item) map[int][]string {
	all, isFile := map[int][]string{}, false
	for i, item := range items {
		text := strings.TrimSpace(item.Text)
		switch {
		case item.Kind != provider.Text || item.Role == "assistant":
			isFile = isFile && item.Kind == provider.Image
		case text == "--- Content from referenced files ---":
			isFile, all[i] = true, []string{}
		case text == "--- End of content ---":
			isFile, all[i] = false, []string{}
		case isFile && strings.HasPrefix(text, "Content from ") && strings.HasSuffix(text, ":"):
			all[i] = []string{}
		case isFile:
			all[i] = anew.Lines("gemini", anew.Plain, text)
		case strings.HasPrefix(text, "<hook_context>"):
			all[i] = anew.Lines("gemini", anew.Context, text)
		case strings.HasPrefix(text, "I ran the following shell command:\n"):
			all[i] = anew.Lines("gemini", anew.Shell, text)
		}
	}
	return all
}
