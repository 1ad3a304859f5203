package clido

import (
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

// tools is clido's half of the tool table. The names and arguments are close to those of Claude Code.
var tools = toolmap.Table{
	{Tool: timeline.Read, Name: "Read", Arguments: []toolmap.Argument{
		{Universal: "path", Native: "file_path"}, {Universal: "offset", Native: "offset"},
		{Universal: "limit", Native: "limit"}}},
	{Tool: timeline.Write, Name: "Write", Arguments: []toolmap.Argument{
		{Universal: "path", Native: "file_path"}, {Universal: "content", Native: "content"}}},
	{Tool: timeline.Edit, Name: "Edit", Arguments: []toolmap.Argument{
		{Universal: "path", Native: "file_path"}, {Universal: "old", Native: "old_string"},
		{Universal: "new", Native: "new_string"}, {Universal: "replaceAll", Native: "replace_all"}}},
	{Tool: timeline.Edit, Name: "ApplyPatch", Arguments: []toolmap.Argument{{Universal: "patch", Native: "patch"}}},
	{Tool: timeline.Bash, Name: "Bash", Arguments: []toolmap.Argument{
		{Universal: "command", Native: "command"}, {Universal: "timeout", Native: "timeout"}}},
	{Tool: timeline.Search, Name: "Grep", Arguments: []toolmap.Argument{
		{Universal: "pattern", Native: "pattern"}, {Universal: "path", Native: "path"}}},
	{Tool: timeline.Glob, Name: "Glob", Arguments: []toolmap.Argument{
		{Universal: "pattern", Native: "pattern"}, {Universal: "path", Native: "path"}}},
	{Tool: timeline.List, Name: "Ls", Arguments: []toolmap.Argument{{Universal: "path", Native: "path"}}},
	{Tool: timeline.WebFetch, Name: "WebFetch", Arguments: []toolmap.Argument{{Universal: "url", Native: "url"}}},
	{Tool: timeline.WebSearch, Name: "WebSearch", Arguments: []toolmap.Argument{{Universal: "query", Native: "query"}}},
}

// Tools returns clido's half of the tool table.
func Tools() toolmap.Table { return tools }

// FromUniversal translates a call into one of clido's tools. A change in the form of a patch has a tool of its own.
// Arguments that a tool does not have keep their universal names: in the source of v1.0.15, a call's input is any JSON
// value, and a resumed session sends it unchanged.
func FromUniversal(tool timeline.Tool, input []byte) (name string, native []byte, ok bool) {
	if patch := jsonl.Value(input).Get("patch"); tool == timeline.Edit && patch != nil {
		o := timeline.NewObject(nil)
		o.Raw("patch", patch)
		return "ApplyPatch", toolmap.With(o.End(), input, toolmap.Others(input, "patch")), true
	}
	return tools.Whole(tool, input)
}
