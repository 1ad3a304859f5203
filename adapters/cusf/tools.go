package cusf

import (
	"encoding/json"

	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

// pairs is short for the tables' sake.
var pairs = toolmap.Pairs

// tools is the format's half of the tool table. The standard gives no list, only "Read, Write, Bash, etc." with
// file_path for an argument: names and arguments are taken to be those of the CLI that has these.
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

// ToUniversal translates a call as a file has it. One that would not come back as it is stays as it is, as a call of an
// unknown tool: exporters agree on no names, and a file must survive being imported.
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

// FromUniversal translates a call into a name and an input as files have them. A tool that the table does not know
// keeps the name that its CLI gave it, and so do arguments.
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
