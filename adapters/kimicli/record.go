package kimicli

import (
	"stead/internal/adapt/jsonl"
)

// The roles of the lines of a context file. Those that begin with an underscore are the CLI's bookkeeping.
const (
	RoleUser         = "user"
	RoleAssistant    = "assistant"
	RoleTool         = "tool"
	RoleSystem       = "system"
	RoleSystemPrompt = "_system_prompt"
	RoleCheckpoint   = "_checkpoint"
	RoleUsage        = "_usage"
)

// Record is a line of a context file, with the members that stead needs. Its values share the line's memory.
type Record struct {
	Role, Content, ToolCalls, CallID jsonl.Value
	// ID is a checkpoint's number.
	ID jsonl.Value
	// Raw is the whole line.
	Raw jsonl.Value
	// isForeign reports that the line has members that the CLI does not write.
	isForeign bool
}

// Peek parses a line, which must be valid JSON (see [jsonl.Clean]).
func Peek(line []byte) Record {
	r := Record{Raw: line}
	for key, value := range jsonl.Members(line) {
		switch string(key) {
		case "role":
			r.Role = value
		case "content":
			r.Content = value
		case "tool_calls":
			r.ToolCalls = value
		case "tool_call_id":
			r.CallID = value
		case "id":
			r.ID = value
		case "token_count", "name", "partial":
		default:
			r.isForeign = true
		}
	}
	return r
}

// IsKnown reports whether the CLI writes lines of this form. Messages must not have members of other formats, because
// their lines have a role, too.
func (r Record) IsKnown() bool {
	switch r.Role.String() {
	case RoleSystemPrompt:
		return r.Content.IsString()
	case RoleCheckpoint:
		return r.ID != nil
	case RoleUsage:
		return true
	case RoleUser, RoleAssistant, RoleTool, RoleSystem:
		return !r.isForeign && (r.Content != nil || r.ToolCalls.IsArray())
	}
	return false
}

// Call is a call of a message, with the members that stead needs.
type Call struct{ ID, Name, Arguments jsonl.Value }

// PeekCall parses a call.
func PeekCall(call jsonl.Value) Call {
	function := call.Get("function")
	return Call{ID: call.Get("id"), Name: function.Get("name"), Arguments: function.Get("arguments")}
}
