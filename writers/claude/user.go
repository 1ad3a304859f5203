package claude

import (
	"stead/internal/format/claude"
	"stead/timeline"
)

// flag is a boolean member of a user's record.
type flag string

const (
	isMeta           flag = "isMeta" // the model gets it, nobody typed it, and it is not drawn
	isCompactSummary flag = "isCompactSummary"
	isVisibleOnly    flag = "isVisibleInTranscriptOnly"
)

// user writes what the user said.
func (c *converter) user(e *timeline.Entry) error {
	if err := c.end(); err != nil {
		return err
	}
	switch {
	case e.Origin != nil:
		return c.know(e)
	case e.Content.IsEmpty() && len(e.Attachments) == 0:
		return nil // the API refuses an empty prompt
	}
	c.lastPrompt = e.Content
	return c.userRecord(e.ID, e.Timestamp, e.Content, e.Attachments)
}

// instruct writes a system entry that the model shall get: Claude Code's sessions have no system records for that.
func (c *converter) instruct(e *timeline.Entry) error {
	if err := c.end(); err != nil {
		return err
	}
	if e.Content.IsBlank() {
		return nil
	}
	c.lose("role of system text", "Claude Code has no such role in a session: "+
		"the model gets the text as a note of its harness, which is not drawn")
	return c.userRecord(e.ID, e.Timestamp, e.Content, nil, isMeta)
}

func (c *converter) userRecord(id, timestamp string, text timeline.Text, attachments []timeline.Attachment, flags ...flag) error {
	content := c.content(text, attachments)
	return c.userContent(id, timestamp, content, func(o *timeline.Object) {
		for _, f := range flags {
			o.Bool(string(f), true)
		}
	})
}

// userContent writes a user's record of the given content. Members adds what is the record's own.
func (c *converter) userContent(id, timestamp string, content []byte, members func(*timeline.Object)) error {
	c.ended = false
	return c.record(id, c.tip, timestamp, func(o *timeline.Object) {
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
func (c *converter) sourced(e *timeline.Entry, text timeline.Text, kind string) error {
	return c.userContent(e.ID, e.Timestamp, text.JSON(), func(o *timeline.Object) {
		o.Append("origin", func(dst []byte) []byte {
			origin := timeline.NewObject(dst)
			origin.String("kind", kind)
			return origin.End()
		})
		o.String("promptSource", claude.PromptSourceSystem)
	})
}

// attachment writes a record of what the CLI itself put beside the conversation. The model gets it, and it is drawn as such.
func (c *converter) attachment(e *timeline.Entry, kind string, members func(*timeline.Object)) error {
	c.ended = false
	return c.record(e.ID, c.tip, e.Timestamp, func(o *timeline.Object) {
		o.String("type", claude.TypeAttachment)
		o.Append("attachment", func(dst []byte) []byte {
			a := timeline.NewObject(dst)
			a.String("type", kind)
			members(&a)
			return a.End()
		})
	})
}
