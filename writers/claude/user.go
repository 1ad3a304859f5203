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
	if e.Content.IsEmpty() && len(e.Attachments) == 0 {
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
	c.ended = false
	content, err := c.content(text, attachments)
	if err != nil {
		return err
	}
	return c.record(id, c.tip, timestamp, func(o *timeline.Object) {
		o.String("type", claude.TypeUser)
		o.Append("message", func(dst []byte) []byte {
			m := timeline.NewObject(dst)
			m.String("role", "user")
			m.Raw("content", content)
			return m.End()
		})
		for _, f := range flags {
			o.Bool(string(f), true)
		}
	})
}
