package timeline

// Tool is the universal name of a tool.
type Tool string

// The universal tools with their arguments. The names are the contract of format version 1.0; the arguments are what an
// entry's Input holds, whatever the CLI calls them. A question mark marks an argument that may be missing. Arguments that a CLI
// has beyond these stay in Input under their own names.
const (
	// Read reads a file: path, offset? (first line, from 1), limit? (lines).
	Read Tool = "read"
	// Write creates or replaces a file: path, content.
	Write Tool = "write"
	// Edit changes a file: path, old, new, replaceAll? — or patch, the text of a change to several places or files in the
	// "*** Begin Patch" grammar of apply_patch.
	Edit Tool = "edit"
	// Bash runs a shell command: command, workdir?, description?, timeout? (milliseconds), background?.
	Bash Tool = "bash"
	// Search finds text in files: pattern, path?, glob?.
	Search Tool = "search"
	// Glob finds files by name: pattern, path?.
	Glob Tool = "glob"
	// List lists a folder: path.
	List Tool = "list"
	// Ask asks the user: questions.
	Ask Tool = "ask"
	// Task starts a sub-agent: prompt, description?, agent?.
	Task Tool = "task"
	// WebFetch fetches a page: url, prompt?.
	WebFetch Tool = "web_fetch"
	// WebSearch searches the web: query.
	WebSearch Tool = "web_search"
	// Unknown is any other tool: its arguments are as the CLI has them.
	Unknown Tool = "unknown"
)

// Tools lists the universal tools in the order of the format's table.
func Tools() []Tool {
	return []Tool{Read, Write, Edit, Bash, Search, Glob, List, Ask, Task, WebFetch, WebSearch, Unknown}
}
