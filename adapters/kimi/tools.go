package kimi

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

// pairs is a short name that keeps the table readable.
var pairs = toolmap.Pairs

// table is Kimi Code's half of the tool table. Arguments with the same name on both sides exist only in this CLI. The
// table lists them so that they survive when a session returns without its records. The former names are those of Kimi
// CLI, whose sessions Kimi Code adopts unchanged.
var table = toolmap.Table{
	{Tool: timeline.Read, Name: "Read", Former: []string{"ReadFile"},
		Arguments: pairs("path", "path", "offset", "line_offset", "limit", "n_lines",
			"column_offset", "column_offset", "max_chars", "max_chars")},
	{Tool: timeline.Read, Name: "ReadMediaFile", Arguments: pairs("path", "path")},
	{Tool: timeline.Write, Name: "Write", Former: []string{"WriteFile"},
		Arguments: pairs("path", "path", "content", "content", "mode", "mode")},
	{Tool: timeline.Edit, Name: "Edit", Arguments: pairs("path", "path", "old", "old_string", "new", "new_string",
		"replaceAll", "replace_all")},
	{Tool: timeline.Bash, Name: Shell, Former: []string{"Shell"},
		Arguments: pairs("command", "command", "workdir", "cwd", "description", "description",
			"timeout", "timeout", "background", "run_in_background", "disable_timeout", "disable_timeout"),
		Note: "timeout is in whole seconds"},
	{Tool: timeline.Search, Name: "Grep", Arguments: pairs("pattern", "pattern", "path", "path", "glob", "glob", "type",
		"type",
		"output_mode", "output_mode", "-i", "-i", "-n", "-n", "-A", "-A", "-B", "-B", "-C", "-C", "head_limit", "head_limit",
		"offset", "offset", "multiline", "multiline", "include_ignored", "include_ignored")},
	{Tool: timeline.Glob, Name: "Glob", Arguments: pairs("pattern", "pattern", "path", "path", "head_limit", "head_limit",
		"offset", "offset", "include_ignored", "include_ignored", "include_dirs", "include_dirs")},
	{Tool: timeline.Ask, Name: "AskUserQuestion", Arguments: pairs("questions", "questions", "background", "background")},
	{Tool: timeline.Task, Name: "Agent", Former: []string{"Task"},
		Arguments: pairs("prompt", "prompt", "description", "description",
			"agent", "subagent_type", "resume", "resume", "run_in_background", "run_in_background")},
	{Tool: timeline.WebFetch, Name: "FetchURL", Arguments: pairs("url", "url")},
	{Tool: timeline.WebSearch, Name: "WebSearch", Former: []string{"SearchWeb"}, Arguments: pairs("query", "query")},
}

// Tools returns the CLI's half of the tool table. Timeouts are in seconds in the CLI, and in milliseconds in the
// universal timeline.
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
	if name == formerEdit {
		name, clean = "Edit", flattened(clean)
	}
	tool, input := table.ToUniversal(name, clean)
	if tool == timeline.Bash {
		input = scaled(input, func(seconds int64) int64 { return seconds * 1000 })
	}
	return tool, input
}

// formerEdit is Kimi CLI's tool that changes a file. The old and the new text are members of one argument.
const formerEdit = "StrReplaceFile"

// flattened converts the arguments of a former edit to those of the current tool.
func flattened(arguments jsonl.Value) []byte {
	edit := arguments.Get("edit")
	path := arguments.Get("path")
	if !edit.IsObject() || path == nil {
		return arguments // a list of changes
	}
	o := timeline.NewObject(nil)
	o.Raw("path", path)
	for _, member := range [][2]string{{"old", "old_string"}, {"new", "new_string"}, {"replace_all", "replace_all"}} {
		if value := edit.Get(member[0]); value != nil {
			o.Raw(member[1], value)
		}
	}
	return o.End()
}

// FromUniversal translates a universal call into one of the CLI's own tools. Arguments that the tool does not have keep
// their universal names: Kimi Code 2.1.0 sends a past call unchanged, so the model reads them. Near lists the arguments
// whose values are approximate. Ok is false if the CLI has no equivalent tool.
func FromUniversal(tool timeline.Tool, input json.RawMessage) (
	name string, arguments []byte, near []toolmap.Approximation, ok bool) {
	for _, needed := range required[tool] {
		if !jsonl.Value(input).Get(needed).IsString() {
			return "", nil, nil, false
		}
	}
	if tool == timeline.Bash {
		input = scaled(input, func(milliseconds int64) int64 {
			if milliseconds%1000 != 0 {
				near = []toolmap.Approximation{{Argument: "timeout", Why: "Kimi Code counts whole seconds: stead rounds it up"}}
			}
			return (milliseconds + 999) / 1000
		})
	}
	name, arguments, ok = table.Whole(tool, input)
	return name, arguments, near, ok
}

// timed are the tools for which Kimi Code tells its model the duration of a call. It does so for every MCP server's
// tool, too (WALL_TIME_TOOL_NAMES of 2.1.0).
var timed = []string{"Agent", "AgentSwarm", Shell, "FetchURL", "Glob", "Grep", "WebSearch"}

// TellsDuration reports whether the CLI tells its model the duration of a tool's calls.
func TellsDuration(tool string) bool {
	return slices.Contains(timed, tool) || strings.HasPrefix(tool, "mcp__")
}

// required lists the arguments that every call of the CLI's own tools has.
var required = map[timeline.Tool][]string{
	timeline.Read: {"path"}, timeline.Write: {"path", "content"}, timeline.Edit: {"path", "old", "new"},
	timeline.Bash:   {"command"},
	timeline.Search: {"pattern"}, timeline.Glob: {"pattern"}, timeline.Task: {"prompt"}, timeline.WebFetch: {"url"},
	timeline.WebSearch: {"query"},
}

// scaled returns the arguments with a scaled timeout.
func scaled(arguments []byte, scale func(int64) int64) []byte {
	if jsonl.Value(arguments).Get("timeout") == nil {
		return arguments
	}
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(arguments) {
		if n, err := strconv.ParseInt(string(value), 10, 64); string(key) == "timeout" && err == nil && n >= 0 &&
			n < maxTime {
			o.Int("timeout", scale(n))
		} else {
			o.Raw(string(key), value)
		}
	}
	return o.End()
}
