package gemini

import (
	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

// The tools that need special treatment.
const (
	readFile = "read_file"
	webFetch = "web_fetch"
	// writeTodos maintains the todo list.
	writeTodos = "write_todos"
	// Shell runs commands; its output has a frame (see [ParseOutput]).
	Shell = "run_shell_command"
)

// Tools returns the CLI's half of the tool table. If an argument has two native names, the second is that of older
// versions. Arguments with the same name on both sides exist only in this CLI. The table lists them so that they
// survive when a session returns without its records.
func Tools() toolmap.Table { return table }

var table = toolmap.Table{
	{Tool: timeline.Read, Name: readFile, Arguments: []toolmap.Argument{
		{Universal: "path", Native: "file_path"}, {Universal: "path", Native: "absolute_path"},
		{Universal: "start_line", Native: "start_line"}, {Universal: "end_line", Native: "end_line"}}},
	{Tool: timeline.Write, Name: "write_file", Arguments: []toolmap.Argument{
		{Universal: "path", Native: "file_path"}, {Universal: "content", Native: "content"}}},
	{Tool: timeline.Edit, Name: "replace", Arguments: []toolmap.Argument{
		{Universal: "path", Native: "file_path"}, {Universal: "old", Native: "old_string"},
		{Universal: "new", Native: "new_string"},
		{Universal: "replaceAll", Native: "allow_multiple"}, {Universal: "instruction", Native: "instruction"}}},
	{Tool: timeline.Bash, Name: Shell, Arguments: []toolmap.Argument{
		{Universal: "command", Native: "command"}, {Universal: "workdir", Native: "dir_path"},
		{Universal: "workdir", Native: "directory"},
		{Universal: "description", Native: "description"}, {Universal: "background", Native: "is_background"}}},
	{Tool: timeline.Search, Name: "grep_search", Former: []string{"search_file_content"}, Arguments: []toolmap.Argument{
		{Universal: "pattern", Native: "pattern"}, {Universal: "path", Native: "dir_path"},
		{Universal: "path", Native: "path"},
		{Universal: "glob", Native: "include_pattern"}, {Universal: "glob", Native: "include"}}},
	{Tool: timeline.Glob, Name: "glob", Arguments: []toolmap.Argument{
		{Universal: "pattern", Native: "pattern"}, {Universal: "path", Native: "dir_path"},
		{Universal: "path", Native: "path"}}},
	{Tool: timeline.List, Name: "list_directory", Arguments: []toolmap.Argument{
		{Universal: "path", Native: "dir_path"}, {Universal: "path", Native: "path"}}},
	{Tool: timeline.Ask, Name: "ask_user", Arguments: []toolmap.Argument{{Universal: "questions", Native: "questions"}}},
	{Tool: timeline.Task, Name: "invoke_agent", Arguments: []toolmap.Argument{
		{Universal: "prompt", Native: "prompt"}, {Universal: "agent", Native: "agent_name"}}},
	{Tool: timeline.WebFetch, Name: webFetch, Arguments: []toolmap.Argument{{Universal: "prompt", Native: "prompt"}}},
	{Tool: timeline.WebSearch, Name: "google_web_search", Arguments: []toolmap.Argument{
		{Universal: "query", Native: "query"}}},
	{Tool: timeline.Todo, Name: writeTodos, Arguments: []toolmap.Argument{{Universal: "items", Native: "todos"}},
		Note: "an item's text is its description; a single task stays as it was"},
}
