package fidelity

// clido's tools are close to Claude Code's.
var clido = rules{
	tools: []tool{
		{runs, "Bash", map[part]string{command: "command"}},
		{reads, "Read", map[part]string{path: "file_path"}},
		{writes, "Write", map[part]string{path: "file_path", content: "content"}},
		{edits, "Edit", map[part]string{path: "file_path", before: "old_string", after: "new_string"}},
		{greps, "Grep", map[part]string{pattern: "pattern", path: "path"}},
		{globs, "Glob", map[part]string{pattern: "pattern", path: "path"}},
		{lists, "Ls", map[part]string{path: "path"}},
		{fetches, "WebFetch", map[part]string{url: "url"}},
		{searches, "WebSearch", map[part]string{query: "query"}},
	},
	tellsFailure: true,
}
