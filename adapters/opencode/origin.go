package opencode

import (
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Members of what stead notes in the metadata of a part of text. OpenCode keeps it as it is and shows the model none of
// a user's.
const (
	markCommand  = "command"
	markRepeated = "repeated"
)

// NoteCommand notes in a part of text that it is what a command stands for, and what was typed.
func NoteCommand(part *timeline.Object, origin *timeline.Origin) {
	note(part, markCommand, func(dst []byte) []byte {
		o := timeline.NewObject(dst)
		o.String("name", origin.Name)
		o.Text("typed", origin.Typed)
		return o.End()
	})
}

// CommandOf returns what [NoteCommand] noted, and nil where it did not.
func CommandOf(part jsonl.Value) *timeline.Origin {
	noted := part.Get("metadata", mark, markCommand)
	if !noted.IsObject() {
		return nil
	}
	return &timeline.Origin{Kind: timeline.Command, Name: noted.Get("name").String(), Typed: TextOf(noted.Get("typed"))}
}

// NoteRepeated notes in a part of text that the session has told it before.
func NoteRepeated(part *timeline.Object) {
	note(part, markRepeated, func(dst []byte) []byte { return append(dst, "true"...) })
}

// IsRepeated reports whether [NoteRepeated] was called for the part.
func IsRepeated(part jsonl.Value) bool { return part.Get("metadata", mark, markRepeated).Bool() }

func note(part *timeline.Object, name string, value func([]byte) []byte) {
	part.Append("metadata", func(dst []byte) []byte {
		o := timeline.NewObject(dst)
		o.Append(mark, func(dst []byte) []byte {
			m := timeline.NewObject(dst)
			m.Append(name, value)
			return m.End()
		})
		return o.End()
	})
}
