package kimicli

import (
	"encoding/json"
	"slices"
	"strconv"

	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

// pairs is a short name that keeps the table readable.
var pairs = toolmap.Pairs

// editTool changes a file. The old and the new text are members of one argument, which may also be a list of several
// changes.
const editTool = "StrReplaceFile"

// table is Kimi CLI's half of the tool table. Arguments with the same name on both sides exist only in this CLI. The
// table lists them so that they survive when a session returns without its records.
var table = toolmap.Table{
	{Tool: timeline.Read, Name: "ReadFile", Arguments: pairs("path", "path", "offset", "line_offset", "limit", "n_lines")},
	{Tool: timeline.Read, Name: "ReadMediaFile", Arguments: pairs("path", "path")},
	{Tool: timeline.Write, Name: "WriteFile", Arguments: pairs("path", "path", "content", "content", "mode", "mode")},
	{
		Tool: timeline.Edit, Name: editTool, Arguments: pairs("path", "path", "old", "old", "new", "new", "replaceAll",
			"replace_all"),
		Note: "old, new and replace_all are members of edit; a call with several edits stays as it is",
	},
	{
		Tool: timeline.Bash, Name: "Shell", Arguments: pairs("command", "command", "description", "description", "timeout",
			"timeout",
			"background", "run_in_background"),
		Note: "timeout is in whole seconds; a folder of its own becomes a part of the command",
	},
	{Tool: timeline.Search, Name: "Grep", Arguments: pairs("pattern", "pattern", "path", "path", "glob", "glob", "type",
		"type",
		"output_mode", "output_mode", "-i", "-i", "-n", "-n", "-A", "-A", "-B", "-B", "-C", "-C", "head_limit", "head_limit",
		"offset", "offset", "multiline", "multiline", "include_ignored", "include_ignored")},
	{Tool: timeline.Glob, Name: "Glob", Arguments: pairs("pattern", "pattern", "path", "directory", "include_dirs",
		"include_dirs")},
	{Tool: timeline.Ask, Name: "AskUserQuestion", Arguments: pairs("questions", "questions")},
	{Tool: timeline.Task, Name: "Agent", Former: []string{"Task"},
		Arguments: pairs("prompt", "prompt", "description", "description",
			"agent", "subagent_type", "model", "model", "resume", "resume", "run_in_background", "run_in_background", "timeout",
			"timeout")},
	{Tool: timeline.WebFetch, Name: "FetchURL", Arguments: pairs("url", "url")},
	{Tool: timeline.WebSearch, Name: "SearchWeb", Arguments: pairs("query", "query", "limit", "limit", "include_content",
		"include_content")},
}

// Tools returns the CLI's half of the tool table.
func Tools() toolmap.Table { return table }

// ToUniversal translates a call. If the arguments are not an object, they become the universal argument "arguments" of
// an unknown tool.
func ToUniversal(name string, arguments []byte) (timeline.Tool, json.RawMessage) {
	clean, _, ok := jsonl.Clean(arguments)
	if !ok || !jsonl.Value(clean).IsObject() {
		o := timeline.NewObject(nil)
		o.String("arguments", string(arguments))
		return timeline.Unknown, o.End()
	}
	if name == editTool {
		flat, ok := flattened(clean)
		if !ok {
			return timeline.Unknown, clean
		}
		clean = flat
	}
	tool, input := table.ToUniversal(name, clean)
	if tool == timeline.Bash {
		input = scaled(input, func(seconds int64) int64 { return seconds * 1000 })
	}
	return tool, input
}

// flattened moves the members of an edit's only change up to its arguments. Ok is false if there is not exactly one
// change.
func flattened(arguments []byte) ([]byte, bool) {
	edit := jsonl.Value(arguments).Get("edit")
	if edit.IsArray() {
		var edits []jsonl.Value
		for e := range jsonl.Elements(edit) {
			edits = append(edits, e)
		}
		if len(edits) != 1 {
			return nil, false
		}
		edit = edits[0]
	}
	if !edit.IsObject() {
		return nil, false
	}
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(arguments) {
		if string(key) != "edit" {
			o.Raw(string(key), value)
		}
	}
	for key, value := range jsonl.Members(edit) {
		o.Raw(string(key), value)
	}
	return o.End(), true
}

// nested is the reverse of flattened.
func nested(arguments []byte) []byte {
	o := timeline.NewObject(nil)
	edit := timeline.NewObject(nil)
	for key, value := range jsonl.Members(arguments) {
		if slices.Contains(editMembers, string(key)) {
			edit.Raw(string(key), value)
		} else {
			o.Raw(string(key), value)
		}
	}
	o.Raw("edit", edit.End())
	return o.End()
}

// editMembers are the members of an edit.
var editMembers = []string{"old", "new", "replace_all"}

// FromUniversal translates a universal call into one of the CLI's own tools. Dir is the session's working folder.
// Arguments that the tool does not have keep their universal names: the CLI sends a past call unchanged, so the model
// reads them. Near lists the arguments whose values are approximate. Ok is false if the CLI has no equivalent tool.
func FromUniversal(tool timeline.Tool, input json.RawMessage,
	dir string) (name string, arguments []byte, near []toolmap.Approximation, ok bool) {
	for _, needed := range required[tool] {
		if !jsonl.Value(input).Get(needed).IsString() {
			return "", nil, nil, false
		}
	}
	if tool == timeline.Bash {
		input = scaled(toolmap.InFolder(input, dir), func(milliseconds int64) int64 {
			if milliseconds%1000 != 0 {
				near = []toolmap.Approximation{{Argument: "timeout", Why: "Kimi CLI counts whole seconds: stead rounds it up"}}
			}
			return (milliseconds + 999) / 1000
		})
	}
	name, arguments, ok = table.Whole(tool, input)
	if tool == timeline.Edit {
		arguments = nested(arguments)
	}
	return name, arguments, near, ok
}

// required lists the arguments that every call of the CLI's own tools has.
var required = map[timeline.Tool][]string{
	timeline.Read: {"path"}, timeline.Write: {"path", "content"}, timeline.Edit: {"path", "old", "new"},
	timeline.Bash:   {"command"},
	timeline.Search: {"pattern"}, timeline.Glob: {"pattern"}, timeline.Task: {"prompt"}, timeline.WebFetch: {"url"},
	timeline.WebSearch: {"query"},
}

// maxTimeout limits a timeout in milliseconds to an integer that every JSON reader accepts.
const maxTimeout = 1 << 40

// scaled returns the arguments with a scaled timeout.
func scaled(arguments []byte, scale func(int64) int64) []byte {
	if jsonl.Value(arguments).Get("timeout") == nil {
		return arguments
	}
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(arguments) {
		if n, err := strconv.ParseInt(string(value), 10, 64); string(key) == "timeout" && err == nil && n >= 0 &&
			n < maxTimeout {
			o.Int("timeout", scale(n))
		} else {
			o.Raw(string(key), value)
		}
	}
	return o.End()
}
