package opencode

import (
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

// pairs is a short name that keeps the table readable.
var pairs = toolmap.Pairs

// The names of the tools that need special treatment.
const (
	Bash       = "bash"
	Task       = "task"
	Read       = "read"
	ApplyPatch = "apply_patch"
	todoTool   = "todowrite"
)

// Tools returns OpenCode's half of the tool table. List is a tool of versions before 1.2; since then, read lists
// folders. OpenCode offers apply_patch instead of edit to the models of OpenAI.
func Tools() toolmap.Table {
	return toolmap.Table{
		{Tool: timeline.Read, Name: Read, Arguments: pairs("path", "filePath", "offset", "offset", "limit", "limit")},
		{Tool: timeline.Write, Name: "write", Arguments: pairs("path", "filePath", "content", "content")},
		{Tool: timeline.Edit, Name: "edit", Arguments: pairs("path", "filePath", "old", "oldString", "new", "newString",
			"replaceAll", "replaceAll")},
		{Tool: timeline.Edit, Name: ApplyPatch, Former: []string{"patch"}, Arguments: pairs("patch", "patchText")},
		{Tool: timeline.Bash, Name: Bash, Arguments: pairs("command", "command", "workdir", "workdir", "description",
			"description", "timeout", "timeout")},
		{Tool: timeline.Search, Name: "grep", Arguments: pairs("pattern", "pattern", "path", "path", "glob", "include")},
		{Tool: timeline.Glob, Name: "glob", Arguments: pairs("pattern", "pattern", "path", "path")},
		{Tool: timeline.List, Name: "list", Arguments: pairs("path", "path")},
		{Tool: timeline.Ask, Name: "question", Arguments: pairs("questions", "questions")},
		{Tool: timeline.Task, Name: Task, Arguments: pairs("prompt", "prompt", "description", "description", "agent",
			"subagent_type")},
		{Tool: timeline.WebFetch, Name: "webfetch", Arguments: pairs("url", "url", "prompt", "prompt")},
		{Tool: timeline.WebSearch, Name: "websearch", Arguments: pairs("query", "query")},
		{Tool: timeline.Todo, Name: todoTool, Arguments: pairs("items", "todos"), Note: "a task's text is its content"},
	}
}

var table = Tools()

// ToUniversal translates a native call.
func ToUniversal(name string, input []byte) (timeline.Tool, []byte) {
	tool, input := table.ToUniversal(name, input)
	if tool == timeline.Todo {
		input = withTasks(input, "items", "content", "text")
	}
	return tool, input
}

// FromUniversal translates a universal call. An argument that the tool does not have keeps its name: OpenCode does not
// check the calls of a session and sends them to the model unchanged. Ok is false if there is no such tool.
func FromUniversal(tool timeline.Tool, input []byte) (name string, native []byte, ok bool) {
	if patch := jsonl.Value(input).Get("patch"); tool == timeline.Edit && patch.IsString() {
		o := timeline.NewObject(nil)
		o.Raw("patchText", patch)
		return ApplyPatch, toolmap.With(o.End(), input, toolmap.Others(input, "patch")), true
	}
	if tool == timeline.Todo && jsonl.Value(input).Get("items") == nil {
		return "", nil, false // a change of one task: todowrite takes the whole list
	}
	name, native, dropped, ok := table.FromUniversal(tool, input)
	if tool == timeline.Todo {
		native = withTasks(native, "todos", "text", "content")
	}
	return name, toolmap.With(native, input, dropped), ok
}

// withTasks renames a member of each task in a list.
func withTasks(input []byte, list, from, to string) []byte {
	tasks := jsonl.Value(input).Get(list)
	if !tasks.IsArray() {
		return input
	}
	var renamed [][]byte
	for task := range jsonl.Elements(tasks) {
		if !task.IsObject() {
			return input
		}
		o := timeline.NewObject(nil)
		for key, value := range jsonl.Members(task) {
			name := string(key)
			if name == from {
				name = to
			}
			o.Raw(name, value)
		}
		renamed = append(renamed, o.End())
	}
	return Replace(input, timeline.AppendArray(nil, renamed), list)
}

// mcpPrefix begins the universal names of the tools of MCP servers: mcp__tracker__lookup.
const mcpPrefix = "mcp__"

// ToolName returns OpenCode's spelling of the name of a tool that is not its own: tracker_lookup for an MCP server's
// tool.
func ToolName(universal string) string {
	server, tool, ok := strings.Cut(strings.TrimPrefix(universal, mcpPrefix), "__")
	if !ok || !strings.HasPrefix(universal, mcpPrefix) {
		return universal
	}
	return server + "_" + tool
}
