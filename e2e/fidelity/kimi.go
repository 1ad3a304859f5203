package fidelity

// kimi is Kimi Code 2.1.0.
var kimi = rules{
	tools: []tool{
		{runs, "Bash", map[part]string{command: "command"}},
		{reads, "Read", map[part]string{path: "path"}},
		{looks, "ReadMediaFile", map[part]string{path: "path"}},
		{writes, "Write", map[part]string{path: "path", content: "content"}},
		{edits, "Edit", map[part]string{path: "path", before: "old_string", after: "new_string"}},
		{greps, "Grep", map[part]string{pattern: "pattern", path: "path"}},
		{globs, "Glob", map[part]string{pattern: "pattern", path: "path"}},
		{fetches, "FetchURL", map[part]string{url: "url"}},
		{searches, "WebSearch", map[part]string{query: "query"}},
		{delegates, "Agent", map[part]string{task: "prompt"}},
	},
	tellsFailure: true,
	vendor:       "moonshot",
}
