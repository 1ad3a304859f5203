package opencode

import (
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// The members that stead adds to the metadata of a text part. OpenCode keeps them unchanged and does not show a user's
// metadata to the model.
const (
	markCommand  = "command"
	markRepeated = "repeated"
)

// NoteCommand records in a text part that the text is the expansion of a command, and the line that the user typed.
func NoteCommand(part *timeline.Object, origin *timeline.Origin) {
	note(part, markCommand, func(dst []byte) []byte {
		o := timeline.NewObject(dst)
		o.String("name", origin.Name)
		o.Text("typed", origin.Typed)
		return o.End()
	})
}

// CommandOf returns the origin that [NoteCommand] recorded, or nil if there is none.
func CommandOf(part jsonl.Value) *timeline.Origin {
	noted := part.Get("metadata", mark, markCommand)
	if !noted.IsObject() {
		return nil
	}
	return &timeline.Origin{Kind: timeline.Command, Name: noted.Get("name").String(), Typed: TextOf(noted.Get("typed"))}
}

// NoteRepeated records in a text part that the session has sent it to the model before.
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
