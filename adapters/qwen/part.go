package qwen

import "stead/internal/adapt/jsonl"

// Part is a part of a message, with the members that stead needs.
type Part struct {
	Text jsonl.Value `member:"text"`
	// IsThought marks a text as the model's reasoning.
	IsThought bool `member:"thought"`
	// Call, Response and Inline are a functionCall, a functionResponse and inlineData.
	Call     jsonl.Value `member:"functionCall"`
	Response jsonl.Value `member:"functionResponse"`
	Inline   jsonl.Value `member:"inlineData"`
	// File names a file by its URI.
	File jsonl.Value `member:"fileData"`
	// Whole is the part itself.
	Whole jsonl.Value
}

var members jsonl.Table[Part]

// PeekPart returns the members of a part.
func PeekPart(value jsonl.Value) Part {
	p := members.Peek(value)
	p.Whole = value
	return p
}

// Unknown returns the kind that the part claims to be if stead does not know it, and the empty string for any other
// part.
func (p *Part) Unknown() string {
	if p.Text != nil || p.Call != nil || p.Response != nil || p.Inline != nil || p.File != nil {
		return ""
	}
	name, _ := UnknownPart(p.Whole)
	return name
}

// Parts returns the parts of a message.
func Parts(message jsonl.Value) []Part {
	var parts []Part
	for part := range jsonl.Elements(message.Get("parts")) {
		parts = append(parts, PeekPart(part))
	}
	return parts
}
