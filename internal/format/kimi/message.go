package kimi

import (
	"stead/internal/jsonl"
	"stead/timeline"
)

// Message is a message of the model's context, peeked into.
type Message struct {
	Role, Content, ToolCalls, CallID, Failed, ID jsonl.Value
	Origin                                       Origin
}

// PeekMessage looks into a message.
func PeekMessage(message jsonl.Value) Message {
	var m Message
	for key, value := range jsonl.Members(message) {
		switch string(key) {
		case "role":
			m.Role = value
		case "content":
			m.Content = value
		case "toolCalls":
			m.ToolCalls = value
		case "toolCallId":
			m.CallID = value
		case "isError":
			m.Failed = value
		case "id":
			m.ID = value
		case "origin":
			m.Origin = peekOrigin(value)
		}
	}
	return m
}

// Origin says who put a message of the user's role there. The zero value is that of a message without one: the user.
type Origin struct{ Kind, Name, Trigger, Owner jsonl.Value }

func peekOrigin(origin jsonl.Value) Origin {
	var o Origin
	for key, value := range jsonl.Members(origin) {
		switch string(key) {
		case "kind":
			o.Kind = value
		case "name":
			o.Name = value
		case "trigger":
			o.Trigger = value
		case "ownerPromptId":
			o.Owner = value
		}
	}
	return o
}

// IsPrompt reports whether the user put the message there, by typing or by a command that stands for a text. The prompt of a sub-agent
// is the agent's that started it, which is its user.
func (o Origin) IsPrompt() bool {
	switch o.Kind.String() {
	case "user":
		return true
	case "skill_activation", "plugin_command":
		return o.Trigger.Is("user-slash")
	case "system_trigger":
		return o.Name.Is("subagent")
	}
	return o.Kind.IsNull()
}

// IsInjection reports whether the message is a note of the harness that is not in the way when the user takes turns back.
func (o Origin) IsInjection() bool { return o.Kind.Is("injection") }

// IsSummary reports whether the message is the summary of a compaction.
func (o Origin) IsSummary() bool { return o.Kind.Is("compaction_summary") }

// Call is a call of a message, peeked into.
type Call struct{ ID, Name, Arguments jsonl.Value }

// PeekCall looks into a call. Protocol 1.0 has name and arguments in an object of their own.
func PeekCall(call jsonl.Value) Call {
	var c Call
	for key, value := range jsonl.Members(call) {
		switch string(key) {
		case "id":
			c.ID = value
		case "name":
			c.Name = value
		case "arguments":
			c.Arguments = value
		case "function":
			c.Name, c.Arguments = value.Get("name"), value.Get("arguments")
		}
	}
	return c
}

// Text returns a string value as a text, and anything else as the empty one.
func Text(v jsonl.Value) timeline.Text {
	if !v.IsString() {
		return timeline.Text{}
	}
	return timeline.RawText(v)
}
