package clido

import "stead/internal/adapt/jsonl"

// The types of lines.
const (
	Meta             = "meta"
	UserMessage      = "user_message"
	AssistantMessage = "assistant_message"
	ToolCall         = "tool_call"
	ToolResult       = "tool_result"
	System           = "system"
	Result           = "result"
	Title            = "title"
)

// The types of content blocks. The session-format page describes only the first three.
const (
	TextBlock     = "text"
	UseBlock      = "tool_use"
	ResultBlock   = "tool_result"
	ThinkingBlock = "thinking"
	ImageBlock    = "image"
)

// Compaction is the subtype of a system line that a summary follows, as a message of the user.
const Compaction = "compaction"

// FileMembers are the members of a result that identify the call's file and the file's state: clido warns on resuming
// if the file has changed since. The hash is the bare hexadecimal SHA-256 (v1.0.15), even where the page shows a
// prefix.
var FileMembers = []string{"path", "content_hash", "mtime_nanos"}

// SchemaVersion is the only schema version so far. The CLI refuses a session with a newer one.
const SchemaVersion = 1

// Interrupted is the result that the CLI's loader inserts for a call without one (v1.0.15).
const Interrupted = "[interrupted — tool execution did not complete]"

// required lists the members that each type of line must have, each with a check of its value.
var required = map[string]map[string]func(jsonl.Value) bool{
	Meta: {"session_id": jsonl.Value.IsString, "schema_version": jsonl.Value.IsNumber,
		"start_time": jsonl.Value.IsString, "project_path": jsonl.Value.IsString},
	UserMessage:      {"role": jsonl.Value.IsString, "content": jsonl.Value.IsArray},
	AssistantMessage: {"content": jsonl.Value.IsArray},
	ToolCall:         {"tool_use_id": jsonl.Value.IsString, "tool_name": jsonl.Value.IsString, "input": isThere},
	ToolResult:       {"tool_use_id": jsonl.Value.IsString, "content": jsonl.Value.IsString, "is_error": isBool},
	System:           {"subtype": jsonl.Value.IsString},
	Result: {"exit_status": jsonl.Value.IsString, "total_cost_usd": jsonl.Value.IsNumber,
		"num_turns": jsonl.Value.IsNumber, "duration_ms": jsonl.Value.IsNumber},
	Title: {"title": jsonl.Value.IsString},
}

// blocks lists the members that each type of content block must have.
var blocks = map[string][]string{
	TextBlock: {"text"}, UseBlock: {"id", "name", "input"}, ResultBlock: {"tool_use_id", "content", "is_error"},
	ThinkingBlock: {"thinking"}, ImageBlock: {"media_type", "base64_data"},
}

func isThere(v jsonl.Value) bool { return v != nil }
func isBool(v jsonl.Value) bool  { return string(v) == "true" || string(v) == "false" }

// Loads reports whether the CLI's loader accepts a line, which must be valid JSON. One line that it rejects makes the
// CLI ignore the whole session.
func Loads(line jsonl.Value) bool {
	kind := line.Get("type").String()
	members, known := required[kind]
	for name, is := range members {
		known = known && is(line.Get(name))
	}
	if !known || kind == Meta && line.Get("schema_version").Int() > SchemaVersion {
		return false
	}
	for block := range jsonl.Elements(line.Get("content")) {
		names, known := blocks[block.Get("type").String()]
		for _, name := range names {
			known = known && block.Get(name) != nil
		}
		if !known {
			return false
		}
	}
	return true
}
