package fidelity

import "strings"

// claude is Claude Code 2.1.197.
var claude = rules{
	tools: []tool{
		{runs, "Bash", map[part]string{command: "command"}},
		{reads, "Read", map[part]string{path: "file_path"}},
		{writes, "Write", map[part]string{path: "file_path", content: "content"}},
		{edits, "Edit", map[part]string{path: "file_path", before: "old_string", after: "new_string"}},
		{greps, "Grep", map[part]string{pattern: "pattern", path: "path"}},
		{globs, "Glob", map[part]string{pattern: "pattern", path: "path"}},
		{lists, "LS", map[part]string{path: "path"}}, // of versions that are read only
		{fetches, "WebFetch", map[part]string{url: "url"}},
		{searches, "WebSearch", map[part]string{query: "query"}},
		{delegates, "Agent", map[part]string{task: "prompt"}},
	},
	spell: func(m meaning) (form, bool) {
		return form{tools: []string{"Bash"}, holds: []string{"ls ", m.parts[path]}}, m.deed == lists
	},
	// A command that failed.
	output: func(text string) string {
		if code, rest, found := strings.Cut(text, "\n"); found && strings.HasPrefix(code, "Exit code ") {
			return rest
		}
		return text
	},
	compacted:    startsWith("This session is being continued from a previous conversation"),
	tellsFailure: true,
	vendor:       "anthropic",
	summaryFirst: true,
}
