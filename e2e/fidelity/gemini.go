package fidelity

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
	tellsFailure: true,
	vendor:       "google",
}
