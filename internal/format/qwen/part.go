package qwen

import "stead/internal/jsonl"

// Part is a part of a message, peeked into.
type Part struct {
	Text jsonl.Value `member:"text"`
	// IsThought marks a text as the model's reasoning.
	IsThought bool `member:"thought"`
	// Call, Response and Inline are a functionCall, a functionResponse and inlineData.
	Call     jsonl.Value `member:"functionCall"`
	Response jsonl.Value `member:"functionResponse"`
	Inline   jsonl.Value `member:"inlineData"`
}

var partMembers jsonl.Table[Part]

// PeekPart returns the members of a part.
func PeekPart(value jsonl.Value) Part { return partMembers.Peek(value) }

// Parts returns the parts of a message.
func Parts(message jsonl.Value) []Part {
	var parts []Part
	for part := range jsonl.Elements(message.Get("parts")) {
		parts = append(parts, PeekPart(part))
	}
	return parts
}
