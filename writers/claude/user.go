package claude

import (
	"stead/adapters/claude"
	"stead/timeline"
)

// flag is a boolean member of a user's record.
type flag string

const (
	isMeta           flag = "isMeta" // the model gets it, nobody typed it, and it is not drawn
	isCompactSummary flag = "isCompactSummary"
	isVisibleOnly    flag = "isVisibleInTranscriptOnly"
)

// prompts writes the records in the user's name.
type prompts struct{ out *output }

// instruct writes a system entry that the model shall get: Claude Code's sessions have no system records for that.
func (p *prompts) instruct(e *timeline.Entry) error {
	if e.Content.IsBlank() {
		return nil
	}
	p.out.lose("role of system text", "Claude Code has no such role in a session: "+
		"the model gets the text as a note of its harness, which is not drawn")
	return p.write(e.ID, e.Timestamp, e.Content, nil, isMeta)
}

// write writes a text and its attachments.
func (p *prompts) write(id, timestamp string, text timeline.Text, attachments []timeline.Attachment,
	flags ...flag) error {
	content := p.out.content(text, attachments)
	return p.record(id, timestamp, content, func(o *timeline.Object) {
		for _, f := range flags {
			o.Bool(string(f), true)
		}
	})
}

// record writes a user's record of the given content. Members adds what is the record's own.
func (p *prompts) record(id, timestamp string, content []byte, members func(*timeline.Object)) error {
	p.out.at.ended = false
	return p.out.record(id, p.out.at.tip, timestamp, func(o *timeline.Object) {
		o.String("type", claude.TypeUser)
		o.Append("message", func(dst []byte) []byte {
			m := timeline.NewObject(dst)
			m.String("role", "user")
			m.Raw("content", content)
			return m.End()
		})
		members(o)
	})
}

// sourced writes a user's record that says that a part of the CLI made it.
func (p *prompts) sourced(e *timeline.Entry, text timeline.Text, kind string) error {
	return p.record(e.ID, e.Timestamp, text.JSON(), func(o *timeline.Object) {
		o.Append("origin", func(dst []byte) []byte {
			origin := timeline.NewObject(dst)
			origin.String("kind", kind)
			return origin.End()
		})
		o.String("promptSource", claude.PromptSourceSystem)
	})
}

// attachment writes a record of what the CLI itself put beside the conversation. The model gets it, and it is drawn as
// such.
func (p *prompts) attachment(e *timeline.Entry, kind string, members func(*timeline.Object)) error {
	p.out.at.ended = false
	return p.out.record(e.ID, p.out.at.tip, e.Timestamp, func(o *timeline.Object) {
		o.String("type", claude.TypeAttachment)
		o.Append("attachment", func(dst []byte) []byte {
			a := timeline.NewObject(dst)
			a.String("type", kind)
			members(&a)
			return a.End()
		})
	})
}
