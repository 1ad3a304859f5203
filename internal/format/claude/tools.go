package claude

import (
	"stead/internal/toolmap"
	"stead/timeline"
)

// Tools is Claude Code's half of the tool table. Grep, Glob and LS are tools of versions before 2.1; 2.1.197 does not offer them
// but still draws Grep and Glob. MultiEdit and NotebookEdit have no universal form and stay unknown.
var Tools = toolmap.Table{
	{Tool: timeline.Read, Name: "Read", Former: []string{"View"}, Arguments: []toolmap.Argument{
		{Universal: "path", Native: "file_path"}, {Universal: "offset", Native: "offset"}, {Universal: "limit", Native: "limit"}}},
	{Tool: timeline.Write, Name: "Write", Former: []string{"Replace"}, Arguments: []toolmap.Argument{
		{Universal: "path", Native: "file_path"}, {Universal: "content", Native: "content"}}},
	{Tool: timeline.Edit, Name: "Edit", Arguments: []toolmap.Argument{
		{Universal: "path", Native: "file_path"}, {Universal: "old", Native: "old_string"},
		{Universal: "new", Native: "new_string"}, {Universal: "replaceAll", Native: "replace_all"}}},
	{Tool: timeline.Bash, Name: "Bash", Arguments: []toolmap.Argument{
		{Universal: "command", Native: "command"}, {Universal: "description", Native: "description"},
		{Universal: "timeout", Native: "timeout"}, {Universal: "background", Native: "run_in_background"}}},
	{Tool: timeline.Search, Name: "Grep", Former: []string{"GrepTool"}, Arguments: []toolmap.Argument{
		{Universal: "pattern", Native: "pattern"}, {Universal: "path", Native: "path"}, {Universal: "glob", Native: "glob"}}},
	{Tool: timeline.Glob, Name: "Glob", Former: []string{"GlobTool"}, Arguments: []toolmap.Argument{
		{Universal: "pattern", Native: "pattern"}, {Universal: "path", Native: "path"}}},
	{Tool: timeline.List, Name: "LS", Arguments: []toolmap.Argument{
		{Universal: "path", Native: "path"}}},
	{Tool: timeline.Ask, Name: "AskUserQuestion", Arguments: []toolmap.Argument{
		{Universal: "questions", Native: "questions"}}},
	{Tool: timeline.Task, Name: "Agent", Former: []string{"Task", "dispatch_agent"}, Arguments: []toolmap.Argument{
		{Universal: "prompt", Native: "prompt"}, {Universal: "description", Native: "description"},
		{Universal: "agent", Native: "subagent_type"}}},
	{Tool: timeline.WebFetch, Name: "WebFetch", Former: []string{"web_fetch"}, Arguments: []toolmap.Argument{
		{Universal: "url", Native: "url"}, {Universal: "prompt", Native: "prompt"}}},
	{Tool: timeline.WebSearch, Name: "WebSearch", Former: []string{"web_search"}, Arguments: []toolmap.Argument{
		{Universal: "query", Native: "query"}}},
}
