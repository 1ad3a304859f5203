package cusf

import (
	"encoding/json"

	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

// pairs is a short name that keeps the tables readable.
var pairs = toolmap.Pairs

// tools is the format's half of the tool table. The standard gives no list, only "Read, Write, Bash, etc." with
// file_path as an argument. Therefore stead assumes the names and arguments of the CLI that has these tools.
var tools = toolmap.Table{
	{Tool: timeline.Read, Name: "Read", Arguments: pairs("path", "file_path", "offset", "offset", "limit", "limit")},
	{Tool: timeline.Write, Name: "Write", Arguments: pairs("path", "file_path", "content", "content")},
	{Tool: timeline.Edit, Name: "Edit", Arguments: pairs("path", "file_path", "old", "old_string", "new", "new_string",
		"replaceAll", "replace_all")},
	{Tool: timeline.Bash, Name: "Bash", Arguments: pairs("command", "command", "description", "description", "timeout",
		"timeout", "background", "run_in_background")},
	{Tool: timeline.Search, Name: "Grep", Arguments: pairs("pattern", "pattern", "path", "path", "glob", "glob")},
	{Tool: timeline.Glob, Name: "Glob", Arguments: pairs("pattern", "pattern", "path", "path")},
	{Tool: timeline.List, Name: "LS", Arguments: pairs("path", "path")},
	{Tool: timeline.Ask, Name: "AskUserQuestion", Arguments: pairs("questions", "questions")},
	{Tool: timeline.Task, Name: "Task", Former: []string{"Agent"},
		Arguments: pairs("prompt", "prompt", "description", "description", "agent", "subagent_type")},
	{Tool: timeline.WebFetch, Name: "WebFetch", Arguments: pairs("url", "url", "prompt", "prompt")},
	{Tool: timeline.WebSearch, Name: "WebSearch", Arguments: pairs("query", "query")},
}

// Tools returns the format's half of the tool table.
func Tools() toolmap.Table { return tools }

// ToUniversal translates a call in a file. A call that would not survive the round trip unchanged becomes a call of an
// unknown tool with its original input: exporters do not agree on names, and an import must preserve a file.
func ToUniversal(name string, input []byte) (timeline.Tool, json.RawMessage) {
	tool, universal := tools.ToUniversal(name, input)
	if tool == timeline.Unknown {
		return tool, input
	}
	_, back := FromUniversal(&timeline.Entry{Tool: tool, OriginalTool: name, Input: universal})
	for key := range jsonl.Members(input) {
		if jsonl.Value(back).Get(string(key)) == nil {
			return timeline.Unknown, input
		}
	}
	return tool, universal
}

// FromUniversal translates a call into the name and input that a file holds. A tool that the table does not know keeps
// the name that its CLI gave it. Unknown arguments keep their names, too.
func FromUniversal(e *timeline.Entry) (name string, input []byte) {
	name, input, dropped, ok := tools.FromUniversal(e.Tool, e.Input)
	if !ok {
		return e.OriginalTool, e.Input
	}
	if same, _ := tools.ToUniversal(e.OriginalTool, nil); same == e.Tool {
		name = e.OriginalTool
	}
	if len(dropped) == 0 {
		return name, input
	}
	all := timeline.NewObject(nil)
	for key, value := range jsonl.Members(input) {
		all.Raw(string(key), value)
	}
	for _, key := range dropped {
		all.Raw(key, jsonl.Value(e.Input).Get(key))
	}
	return name, all.End()
}
