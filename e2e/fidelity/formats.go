package fidelity

import (
	"slices"

	"stead/e2e/provider"
)

// universal is stead's own format.
var universal = rules{
	tools: []tool{
		{runs, "bash", map[part]string{command: "command"}},
		{reads, "read", map[part]string{path: "path"}},
		{writes, "write", map[part]string{path: "path", content: "content"}},
		{edits, "edit", map[part]string{path: "path", before: "old", after: "new"}},
		{greps, "search", map[part]string{pattern: "pattern", path: "path"}},
		{globs, "glob", map[part]string{pattern: "pattern", path: "path"}},
		{lists, "list", map[part]string{path: "path"}},
		{fetches, "web_fetch", map[part]string{url: "url"}},
		{searches, "web_search", map[part]string{query: "query"}},
		{delegates, "task", map[part]string{task: "prompt"}},
	},
	// The lists by hand name the system as who says a summary.
	compacted: func(items []provider.Item) (int, []provider.Item) {
		return slices.IndexFunc(items, func(i provider.Item) bool { return i.Role == "system" }), items
	},
	tellsFailure: true,
}

// cusf names the tools as the CLI did that a session comes from; those that the tests have come from Claude Code.
var cusf = rules{tools: claude.tools, tellsFailure: true}
