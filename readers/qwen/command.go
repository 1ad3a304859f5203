package qwen

import (
	"stead/adapters/qwen"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/internal/adapt/recordtree"
	"stead/timeline"
)

var _ recordtree.Editor = format{}

// Edit implements [recordtree.Editor]: the CLI removes the line that the user typed for a command from the model's
// context if the CLI itself answered the command (0.24.4).
func (f format) Edit(line jsonl.Line, edit []byte) recordtree.Record {
	clean, changed, ok := jsonl.Clean(line.Bytes)
	typed, command := qwen.Peek(clean), qwen.Peek(edit)
	if !ok || !typed.IsTypedFor(&command) {
		return f.Parse(line)
	}
	made := entry.NewGroup(qwen.Name, line, changed)
	made.Name(typed.UUID.String(), typed.Timestamp.String())
	made.Hide(textOf(typed.Message)).Origin = &timeline.Origin{Kind: timeline.Trace}
	return recordtree.Record{Line: line.Number, ID: made.ID, Entries: made.Entries}
}
