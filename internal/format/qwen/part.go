package qwen

import "stead/internal/jsonl"

// Part is a part of a message, peeked into.
type Part struct {
	Text jsonl.Value
	// IsThought marks a text as the model's reasoning.
	IsThought bool
	// Call, Response and Inline are a functionCall, a functionResponse and inlineData.
	Call, Response, Inline jsonl.Value
}

// PeekPart returns the members of a part.
func PeekPart(value jsonl.Value) Part {
	var p Part
	for key, value := range jsonl.Members(value) {
		switch string(key) {
		case "text":
			p.Text = value
		case "thought":
			p.IsThought = value.Bool()
		case "functionCall":
			p.Call = value
		case "functionResponse":
			p.Response = value
		case "inlineData":
			p.Inline = value
		}
	}
	return p
}

// Parts returns the parts of a message.
func Parts(message jsonl.Value) []Part {
	var parts []Part
	for part := range jsonl.Elements(message.Get("parts")) {
		parts = append(parts, PeekPart(part))
	}
	return parts
}
