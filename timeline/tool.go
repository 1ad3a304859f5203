package timeline

import "slices"

// Tool is the universal name of a tool.
type Tool string

// The universal tools. The names are the contract of format version 1.0.
const (
	Read      Tool = "read"
	Write     Tool = "write"
	Edit      Tool = "edit"
	Bash      Tool = "bash"
	Search    Tool = "search"
	Glob      Tool = "glob"
	List      Tool = "list"
	Ask       Tool = "ask"
	Task      Tool = "task"
	WebFetch  Tool = "web_fetch"
	WebSearch Tool = "web_search"
	Todo      Tool = "todo"
	Unknown   Tool = "unknown"
)

// Argument is an argument in an entry's Input, under its universal name. Arguments of a CLI that are not universal stay
// in Input under their own names.
type Argument struct {
	Name string
	// Optional reports that the argument may be missing.
	Optional bool
	// Meaning describes the argument, with its type if that is not text.
	Meaning string
}

// definitions lists the universal tools in the order of the format's table. The JSON Schema and docs/tools.md are
// generated from it alone.
var definitions = []struct {
	tool      Tool
	meaning   string
	arguments []Argument
}{
	{Read, "reads a file", []Argument{
		{"path", false, "the file"}, {"offset", true, "first line, a number from 1"}, {"limit", true, "number of lines"}}},
	{Write, "creates or replaces a file", []Argument{
		{"path", false, "the file"}, {"content", false, "its new content"}}},
	{Edit, "changes a file, either by path, old and new or by a patch", []Argument{
		{"path", true, "the file"}, {"old", true, "the text to replace"}, {"new", true, "its replacement"},
		{"replaceAll", true, "true when every occurrence is replaced"},
		{"patch", true, "a change to several places or files, in the grammar of apply_patch (\"*** Begin Patch\")"}}},
	{Bash, "runs a shell command", []Argument{
		{"command", false, "the command"}, {"workdir", true, "the folder in which it runs"},
		{"description", true, "what it is for, in a few words"},
		{"timeout", true, "number of milliseconds"}, {"background", true, "true when it runs in the background"}}},
	{Search, "finds text in files", []Argument{
		{"pattern", false, "a regular expression"}, {"path", true, "the folder or file"},
		{"glob", true, "only files of such names"}}},
	{Glob, "finds files by name", []Argument{
		{"pattern", false, "the names"}, {"path", true, "the folder"}}},
	{List, "lists a folder", []Argument{
		{"path", false, "the folder"}}},
	{Ask, "asks the user", []Argument{
		{"questions", false, "list of objects, each with a question and its options"}}},
	{Task, "starts a sub-agent", []Argument{
		{"prompt", false, "its task"}, {"description", true, "the task in a few words"},
		{"agent", true, "its kind, as the CLI names it"}}},
	{WebFetch, "fetches a page", []Argument{
		{"url", false, "the page"}, {"prompt", true, "what to find on it"}}},
	{WebSearch, "searches the web", []Argument{
		{"query", false, "the words"}}},
	{Todo, "keeps the list of tasks: the whole list, or one task of it", []Argument{
		{"items", true, "the whole list: objects with a text and a status (pending, in_progress, completed)"},
		{"id", true, "the task to change"}, {"text", true, "that task in a few words"},
		{"description", true, "that task in full"},
		{"status", true, "the status of that task"}}},
	{Unknown, "any other tool: its arguments are as the CLI has them", nil},
}

// Tools lists the universal tools in the order of the format's table.
func Tools() []Tool {
	tools := make([]Tool, 0, len(definitions))
	for _, d := range definitions {
		tools = append(tools, d.tool)
	}
	return tools
}

// Meaning describes what the tool does, in a few words. It is empty for a name that is not a universal tool.
func (t Tool) Meaning() string {
	for _, d := range definitions {
		if d.tool == t {
			return d.meaning
		}
	}
	return ""
}

// Arguments lists the tool's universal arguments.
func (t Tool) Arguments() []Argument {
	for _, d := range definitions {
		if d.tool == t {
			return slices.Clone(d.arguments)
		}
	}
	return nil
}

// Takes reports whether the tool has a universal argument of that name.
func (t Tool) Takes(argument string) bool {
	return slices.ContainsFunc(t.Arguments(), func(a Argument) bool { return a.Name == argument })
}

// NativeTool maps a tool of a CLI to a universal tool.
type NativeTool struct {
	Tool Tool
	// Name is the tool's name in the CLI. Former lists the names that older versions used; stead reads them but does
	// not write them.
	Name   string
	Former []string
	// Arguments pairs the universal names of the arguments with the native names.
	Arguments []NativeArgument
	// Note describes what the names do not show: what else an adapter does with the tool. It is for docs/tools.md.
	Note string
}

// NativeArgument pairs the two names of an argument.
type NativeArgument struct{ Universal, Native string }
