package kimi

import (
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Message is a message of the model's context, with the members that stead needs.
type Message struct {
	Role      jsonl.Value `member:"role"`
	Content   jsonl.Value `member:"content"`
	ToolCalls jsonl.Value `member:"toolCalls"`
	CallID    jsonl.Value `member:"toolCallId"`
	Failed    jsonl.Value `member:"isError"`
	// Note is the text that the CLI adds to a result when it sends the result to its model.
	Note jsonl.Value `member:"note"`
	// Partial marks a message that the CLI does not send to its model (observed with kimi-code 2.1.0).
	Partial jsonl.Value `member:"partial"`
	ID      jsonl.Value `member:"id"`
	// Origin says where the message comes from. The field origin holds its JSON.
	origin jsonl.Value `member:"origin"`
	Origin Origin
}

var messageMembers jsonl.Table[Message]

// PeekMessage parses a message.
func PeekMessage(message jsonl.Value) Message {
	m := messageMembers.Peek(message)
	m.Origin = peekOrigin(m.origin)
	return m
}

// Call is a call of a message, with the members that stead needs.
type Call struct{ ID, Name, Arguments jsonl.Value }

// PeekCall parses a call. Protocol 1.0 keeps the name and the arguments in an object of their own.
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

// Text returns a string value as a text, and the empty text for any other value.
func Text(v jsonl.Value) timeline.Text {
	if !v.IsString() {
		return timeline.Text{}
	}
	return timeline.RawText(v)
}
