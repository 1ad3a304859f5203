package fidelity

import (
	"strings"

	"stead/e2e/anew"
	"stead/e2e/provider"
)

// opencode is OpenCode 1.18.33.
var opencode = rules{
	tools: []tool{
		{runs, "bash", map[part]string{command: "command"}},
		{reads, "read", map[part]string{path: "filePath"}},
		{writes, "write", map[part]string{path: "filePath", content: "content"}},
		{edits, "edit", map[part]string{path: "filePath", before: "oldString", after: "newString"}},
		{patches, "apply_patch", nil},
		{greps, "grep", map[part]string{pattern: "pattern", path: "path"}},
		{globs, "glob", map[part]string{pattern: "pattern", path: "path"}},
		{lists, "list", map[part]string{path: "path"}}, // of older versions; 1.18.33 draws it, but has it no more
		{searches, "websearch", map[part]string{query: "query"}},
		{fetches, "webfetch", map[part]string{url: "url"}},
		{plans, "todowrite", nil},
		{delegates, "task", map[part]string{task: "prompt"}},
		{asks, "question", nil},
	},
	context:     contextOpencode,
	mcp:         func(server, tool string) string { return server + "_" + tool },
	hidesServer: true,
	folded:      foldedOpencode,
	// A conversation that the model begins is one that begins with a summary.
	compacted: func(items []provider.Item) (int, []provider.Item) {
		if len(items) > 0 && items[0].Role == "assistant" {
			return 0, items
		}
		return -1, items
	},
	summaryRole:   "assistant",
	takesThinking: true,
}

// contextOpencode takes the texts that OpenCode puts behind a prompt which names a file or an agent: of a file what was
// read for it, and the content behind that.
func contextOpencode(items []provider.Item) map[int][]string {
	all := map[int][]string{}
	for i, item := range items {
		isText := item.Kind == provider.Text && item.Role != "assistant"
		switch {
		case !isText:
		case strings.HasPrefix(item.Text, "Called the Read tool with the following input: "):
			all[i] = []string{}
			if i+1 < len(items) && items[i+1].Kind == provider.Text && items[i+1].Role == item.Role {
				all[i+1] = anew.Lines("opencode", anew.File, items[i+1].Text)
			}
		case strings.HasPrefix(item.Text, "Reading MCP resource: "):
			all[i] = []string{}
			if i+1 < len(items) && items[i+1].Kind == provider.Text && items[i+1].Role == item.Role {
				all[i+1] = anew.Lines("opencode", anew.Plain, items[i+1].Text)
			}
		case strings.HasPrefix(item.Text, foldedShell+"\n"):
			all[i] = anew.Lines("opencode", anew.Shell, item.Text)
		case strings.Contains(item.Text, "generate a prompt and call the task tool with subagent"),
			strings.HasPrefix(item.Text, "Summarize the task tool output above"):
			all[i] = anew.Lines("opencode", anew.Plain, item.Text)
		}
	}
	return all
}

// foldedShell stands before a command that the user ran, and its output.
const foldedShell = "The following tool was executed by the user"

// foldedOpencode takes the user's own shell commands for what they are: OpenCode tells each as a text, a call and a
// result.
func foldedOpencode(items []provider.Item) []provider.Item {
	var folded []provider.Item
	for i := 0; i < len(items); i++ {
		item := items[i]
		if item.Kind != provider.Text || item.Text != foldedShell || i+2 >= len(items) ||
			items[i+1].Kind != provider.Call || items[i+2].Kind != provider.Result {
			folded = append(folded, item)
			continue
		}
		if items[i+1].Tool == "task" { // a command that is a sub-task: the text is the user's request
			folded = append(folded, item)
			continue
		}
		item.Text = strings.Join([]string{foldedShell, members(items[i+1].Arguments)["command"], items[i+2].Text}, "\n")
		folded = append(folded, item)
		i += 2
	}
	return folded
}
