package claude

import (
	"stead/internal/adapt/toolmap"
	"stead/timeline"
)

// Tools returns Claude Code's half of the tool table. MultiEdit and NotebookEdit have no universal form and stay
// unknown.
func Tools() toolmap.Table { return table }

var table = toolmap.Table{
	{Tool: timeline.Read, Name: "Read", Former: []string{"View"}, Arguments: []toolmap.Argument{
		{Universal: "path", Native: "file_path"}, {Universal: "offset", Native: "offset"},
		{Universal: "limit", Native: "limit"}}},
	{Tool: timeline.Write, Name: "Write", Former: []string{"Replace"}, Arguments: []toolmap.Argument{
		{Universal: "path", Native: "file_path"}, {Universal: "content", Native: "content"}}},
	{Tool: timeline.Edit, Name: "Edit", Arguments: []toolmap.Argument{
		{Universal: "path", Native: "file_path"}, {Universal: "old", Native: "old_string"},
		{Universal: "new", Native: "new_string"}, {Universal: "replaceAll", Native: "replace_all"}},
		Note: "A patch of one place in one file is written as Edit, one that adds a file as Write, any other as Bash with the patch in a here document."},
	{Tool: timeline.Bash, Name: "Bash", Arguments: []toolmap.Argument{
		{Universal: "command", Native: "command"}, {Universal: "description", Native: "description"},
		{Universal: "timeout", Native: "timeout"}, {Universal: "background", Native: "run_in_background"}},
		Note: "A workdir is written into the command, as cd, unless it is the session's own folder."},
	{Tool: timeline.Search, Name: "Grep", Former: []string{"GrepTool"}, Arguments: []toolmap.Argument{
		{Universal: "pattern", Native: "pattern"}, {Universal: "path", Native: "path"}, {Universal: "glob", Native: "glob"}},
		Note: "Of versions before 2.1: 2.1.197 does not offer it, but draws it."},
	{Tool: timeline.Glob, Name: "Glob", Former: []string{"GlobTool"}, Arguments: []toolmap.Argument{
		{Universal: "pattern", Native: "pattern"}, {Universal: "path", Native: "path"}},
		Note: "Of versions before 2.1: 2.1.197 does not offer it, but draws it."},
	{Tool: timeline.List, Name: "LS", Arguments: []toolmap.Argument{
		{Universal: "path", Native: "path"}},
		Note: "Of versions before 2.1, which alone draw it. Read only: a call is written as Bash with ls."},
	{Tool: timeline.Ask, Name: "AskUserQuestion", Arguments: []toolmap.Argument{
		{Universal: "questions", Native: "questions"}}},
	{Tool: timeline.Task, Name: "Agent", Former: []string{"Task", "dispatch_agent"}, Arguments: []toolmap.Argument{
		{Universal: "prompt", Native: "prompt"}, {Universal: "description", Native: "description"},
		{Universal: "agent", Native: "subagent_type"}},
		Note: "A call without a description gets the beginning of its prompt."},
	{Tool: timeline.WebFetch, Name: "WebFetch", Former: []string{"web_fetch"}, Arguments: []toolmap.Argument{
		{Universal: "url", Native: "url"}, {Universal: "prompt", Native: "prompt"}},
		Note: "A call without a prompt gets an empty one, which the tool demands."},
	{Tool: timeline.WebSearch, Name: "WebSearch", Former: []string{"web_search"}, Arguments: []toolmap.Argument{
		{Universal: "query", Native: "query"}}},
	{Tool: timeline.Todo, Name: todoWrite, Arguments: []toolmap.Argument{{Universal: "items", Native: "todos"}},
		Note: "For a whole list. The text of an item is its content."},
	{Tool: timeline.Todo, Name: taskCreate, Arguments: toolmap.Pairs("text", "subject", "description", "description"),
		Note: "For one task without an id. Without a description its text is that, too."},
	{Tool: timeline.Todo, Name: taskUpdate, Arguments: toolmap.Pairs("id", "taskId", "text", "subject", "description",
		"description", "status", "status"),
		Note: "For one task with an id."},
}
