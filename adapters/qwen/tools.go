package qwen

import (
	"strconv"

	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

// The tools for which the table is not enough.
const (
	ReadFile  = "read_file"
	Shell     = "run_shell_command"
	WriteFile = "write_file"
	EditFile  = "edit"
)

var table = toolmap.Table{
	{Tool: timeline.Read, Name: ReadFile, Arguments: []toolmap.Argument{
		{Universal: "path", Native: "file_path"}, {Universal: "offset", Native: "offset"},
		{Universal: "limit", Native: "limit"}}},
	{Tool: timeline.Write, Name: WriteFile, Arguments: []toolmap.Argument{
		{Universal: "path", Native: "file_path"}, {Universal: "content", Native: "content"}}},
	{Tool: timeline.Edit, Name: EditFile, Former: []string{"replace"}, Arguments: []toolmap.Argument{
		{Universal: "path", Native: "file_path"}, {Universal: "old", Native: "old_string"},
		{Universal: "new", Native: "new_string"}, {Universal: "replaceAll", Native: "replace_all"}}},
	{Tool: timeline.Bash, Name: Shell, Arguments: []toolmap.Argument{
		{Universal: "command", Native: "command"}, {Universal: "workdir", Native: "directory"},
		{Universal: "description", Native: "description"}, {Universal: "timeout", Native: "timeout"},
		{Universal: "background", Native: "is_background"}}},
	{Tool: timeline.Search, Name: "grep_search", Former: []string{"search_file_content"}, Arguments: []toolmap.Argument{
		{Universal: "pattern", Native: "pattern"}, {Universal: "path", Native: "path"}, {Universal: "glob", Native: "glob"}}},
	{Tool: timeline.Glob, Name: "glob", Arguments: []toolmap.Argument{
		{Universal: "pattern", Native: "pattern"}, {Universal: "path", Native: "path"}}},
	{Tool: timeline.List, Name: "list_directory", Arguments: []toolmap.Argument{
		{Universal: "path", Native: "path"}}},
	{Tool: timeline.Ask, Name: "ask_user_question", Arguments: []toolmap.Argument{
		{Universal: "questions", Native: "questions"}}},
	{Tool: timeline.Task, Name: "agent", Former: []string{"task"}, Arguments: []toolmap.Argument{
		{Universal: "prompt", Native: "prompt"}, {Universal: "description", Native: "description"},
		{Universal: "agent", Native: "subagent_type"}}},
	{Tool: timeline.WebFetch, Name: "web_fetch", Arguments: []toolmap.Argument{
		{Universal: "url", Native: "url"}, {Universal: "prompt", Native: "prompt"}}},
	{Tool: timeline.WebSearch, Name: "web_search", Arguments: []toolmap.Argument{
		{Universal: "query", Native: "query"}}},
	{Tool: timeline.Todo, Name: "todo_write", Arguments: []toolmap.Argument{
		{Universal: "items", Native: "todos"}},
		Note: "an item's text is its content; a single task stays as it was"},
}

// Tools returns Qwen Code's half of the tool table.
func Tools() toolmap.Table { return table }

// ToUniversal translates a call of one of the CLI's tools. The CLI counts a file's lines from 0.
func ToUniversal(name string, arguments []byte) (timeline.Tool, []byte) {
	tool, input := table.ToUniversal(name, arguments)
	switch tool {
	case timeline.Read:
		input = shifted(input, 1)
	case timeline.Todo:
		input = toolmap.RenameInItems(input, "items", "content", "text")
	}
	return tool, input
}

// FromUniversal translates a call into one of the CLI's tools. Arguments that the tool does not have keep their
// universal names. Ok is also false for an edit by a patch and for a single task, because the CLI knows neither.
func FromUniversal(tool timeline.Tool, input []byte) (name string, native []byte, ok bool) {
	switch {
	case tool == timeline.Edit && jsonl.Value(input).Get("patch") != nil, tool == timeline.Todo &&
		!jsonl.Value(input).Get("items").IsArray():
		return "", nil, false
	case tool == timeline.Read:
		input = shifted(input, -1)
	case tool == timeline.Todo:
		input = toolmap.RenameInItems(input, "items", "text", "content")
	}
	return table.Whole(tool, input)
}

// shifted returns arguments with the offset moved by a number of lines.
func shifted(input []byte, by int64) []byte {
	offset := jsonl.Value(input).Get("offset")
	if offset.IsNull() || offset.Int() == 0 && by < 0 || offset.Int() < 0 { // below 0 counts from the end in some CLIs
		return input
	}
	o := timeline.NewObject(nil)
	for key, value := range jsonl.Members(input) {
		if string(key) == "offset" {
			value = strconv.AppendInt(nil, offset.Int()+by, 10)
		}
		o.Raw(string(key), value)
	}
	return o.End()
}
