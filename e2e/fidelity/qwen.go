package fidelity

import (
	"strings"

	"stead/e2e/anew"
	"stead/e2e/provider"
)

// qwen is Qwen Code 0.24.4.
var qwen = rules{
	tools: []tool{
		{runs, "run_shell_command", map[part]string{command: "command"}},
		{reads, "read_file", map[part]string{path: "file_path"}},
		{writes, "write_file", map[part]string{path: "file_path", content: "content"}},
		{edits, "edit", map[part]string{path: "file_path", before: "old_string", after: "new_string"}},
		{lists, "list_directory", map[part]string{path: "path"}},
		{globs, "glob", map[part]string{pattern: "pattern", path: "path"}},
		{greps, "grep_search", map[part]string{pattern: "pattern", path: "path"}},
		{fetches, "web_fetch", map[part]string{url: "url"}},
		{searches, "web_search", map[part]string{query: "query"}},
		{plans, "todo_write", nil},
		{delegates, "agent", map[part]string{task: "prompt"}},
		{asks, "ask_user_question", nil},
	},
	context:       contextQwen,
	compacted:     startsWith("<state_snapshot>"),
	summaryFirst:  true,
	vendor:        "alibaba",
	takesThinking: true,
}

// contextQwen takes, beside what Gemini CLI has, what stands in tags of the CLI's own: the end of a task, and what a
// hook adds to a prompt; and the resources of MCP servers.
func contextQwen(items []provider.Item) map[int][]string {
	all, isResource := contextGemini(items), false
	for i, item := range items {
		switch text := strings.TrimSpace(item.Text); {
		case item.Kind != provider.Text || item.Role == "assistant":
			isResource = isResource && item.Kind == provider.Image
		case strings.HasPrefix(text, "--- Content from MCP resource "):
			isResource, all[i] = true, []string{}
		case strings.HasPrefix(text, "--- End of MCP resource "):
			isResource, all[i] = false, []string{}
		case isResource:
			all[i] = anew.Lines("qwen", anew.Plain, text)
		}
		for _, tag := range []string{"task-notification", "qwen:user-prompt-submit-context"} {
			if item.Kind == provider.Text && item.Role != "assistant" && strings.HasPrefix(item.Text, "<"+tag+">\n") {
				all[i] = anew.Lines("qwen", anew.Context, item.Text)
			}
		}
	}
	return all
}
