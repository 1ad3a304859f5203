package fidelity

import "stead/e2e/provider"

// opencode is OpenCode 1.18.33.
var opencode = rules{
	tools: []tool{
		{runs, "bash", map[part]string{command: "command"}},
		{reads, "read", map[part]string{path: "filePath"}},
		{writes, "write", map[part]string{path: "filePath", content: "content"}},
		{edits, "edit", map[part]string{path: "filePath", before: "oldString", after: "newString"}},
		{greps, "grep", map[part]string{pattern: "pattern", path: "path"}},
		{globs, "glob", map[part]string{pattern: "pattern", path: "path"}},
		{lists, "list", map[part]string{path: "path"}}, // of older versions; 1.18.33 draws it, but has it no more
		{searches, "websearch", map[part]string{query: "query"}},
		{fetches, "webfetch", map[part]string{url: "url"}},
		{delegates, "task", map[part]string{task: "prompt"}},
	},
	// A conversation that the model begins is one that begins with a summary.
	compacted: func(items []provider.Item) (int, []provider.Item) {
		if len(items) > 0 && items[0].Role == "assistant" {
			return 0, items
		}
		return -1, items
	},
	summaryRole: "assistant",
}
