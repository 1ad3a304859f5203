package codex

import (
	"bytes"

	"stead/internal/adapt/jsonl"
)

// The types of lines that stead interprets.
const (
	SessionMeta  = "session_meta"
	ResponseItem = "response_item"
	EventMessage = "event_msg"
	TurnContext  = "turn_context"
	Compacted    = "compacted"
	UsageRecord  = "token_usage_record"
	// AgentTalk is a message from another agent of the session. ToolsUpdated names the tools that a client offers from
	// that point on.
	AgentTalk    = "inter_agent_communication"
	ToolsUpdated = "dynamic_tools_updated"

	bareState = "state"
)

// Line is a line of a rollout with its members extracted. Its values share the line's memory.
type Line struct {
	Type      string
	Timestamp jsonl.Value
	// Ordinal is nil in legacy rollouts.
	Ordinal jsonl.Value
	Payload jsonl.Value
	// Metadata is the CLI's bookkeeping for a response item.
	Metadata jsonl.Value
	// Note is stead's note about a message (see [Origins]). Codex 0.169.0 ignores it.
	Note jsonl.Value
	// Bare marks a line of a bare rollout. Its payload is the line itself.
	Bare bool
}

// Peek extracts the members of a line, which must be valid JSON (see [jsonl.Clean]). Lines of bare rollouts get the
// type that they would have had later. For a line that does not belong to a rollout, the type comes from the line
// itself and is not one that the CLI is known to write, and the payload is the whole line.
func Peek(line []byte) Line {
	var l Line
	var kind jsonl.Value
	for key, value := range jsonl.Members(line) {
		switch string(key) {
		case "timestamp":
			l.Timestamp = value
		case "ordinal":
			l.Ordinal = value
		case "type":
			kind = value
		case "payload":
			l.Payload = value
		case "metadata":
			l.Metadata = value
		case NoteMember:
			l.Note = value
		}
	}
	if l.Payload.IsObject() {
		l.Type = kind.String()
		return l
	}
	return peekBare(line, kind)
}

// bareItems are the types of response items in bare rollouts.
var bareItems = map[string]bool{
	"message": true, "reasoning": true, "function_call": true, "function_call_output": true, "local_shell_call": true,
	"custom_tool_call": true, "custom_tool_call_output": true, "web_search_call": true,
}

func peekBare(line []byte, kind jsonl.Value) Line {
	value := jsonl.Value(bytes.TrimSpace(line))
	switch {
	case bareItems[kind.String()] && isBareItem(value):
		return Line{Type: ResponseItem, Payload: value, Bare: true}
	case kind == nil && value.Get("record_type").IsString():
		return Line{Type: bareState, Payload: value, Bare: true}
	case kind == nil && IsID(value.Get("id").String()) && value.Get("timestamp").IsString():
		return Line{Type: SessionMeta, Timestamp: value.Get("timestamp"), Payload: value, Bare: true}
	}
	return Line{Type: unknownType(kind), Timestamp: value.Get("timestamp"), Payload: value}
}

// unknownType returns the type of a line that does not have the form of a rollout's line. The text cannot be mistaken
// for a known type.
func unknownType(kind jsonl.Value) string {
	if LineKinds[kind.String()] == Unlisted {
		return kind.String()
	}
	return kind.String() + " without a payload"
}

// isBareItem distinguishes an item from the messages of other formats. Those have a timestamp of their own, or a string
// as their content.
func isBareItem(value jsonl.Value) bool {
	content := value.Get("content")
	return value.Get("timestamp") == nil && (content.IsNull() || content.IsArray())
}

// Kind returns the type of the line's payload.
func (l Line) Kind() string { return l.Payload.Get("type").String() }

// IsKnown reports whether the line is of a type that the CLI is known to write.
func (l Line) IsKnown() bool { return LineKinds[l.Type] != Unlisted }

// IsOwn reports whether only Codex writes lines like this one. Other programs may also write the model's input as one
// line for each item, as bare rollouts do.
func (l Line) IsOwn() bool {
	switch {
	case !l.Bare:
		return l.IsKnown() && (l.Timestamp != nil || l.Ordinal != nil)
	case l.Type == SessionMeta:
		return l.Payload.Get("instructions") != nil || l.Payload.Get("git") != nil
	}
	return l.Type == bareState && l.Payload.Get("record_type").Is(bareState)
}

// Phases of an answer: during the turn, or at its end.
const (
	Commentary  = "commentary"
	FinalAnswer = "final_answer"
)
