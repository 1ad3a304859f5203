package qwen

import (
	"strings"

	"stead/adapters/qwen"
	"stead/timeline"
)

// System implements dialogue.Sink. A text other than a summary goes to the model in the form of the CLI's own
// notifications.
func (c *conversation) System(entry *timeline.Entry) error {
	if err := c.prompts.flush(); err != nil || entry.Compaction != nil {
		if err == nil {
			err = c.compact(entry)
		}
		return err
	}
	if entry.Content.IsBlank() {
		c.memory.add(remembered{entry: entry.ID, role: "user"})
		return nil
	}
	text := *entry
	text.Type, text.Origin = timeline.User, &timeline.Origin{Kind: timeline.Reminder}
	return c.notice(&text)
}

// notice writes context for which Qwen Code has no form as a text that identifies itself. The CLI displays its
// notifications as remarks of its own.
func (c *conversation) notice(entry *timeline.Entry) error {
	if err := c.prompts.flush(); err != nil {
		return err
	}
	leading, following := inlineParts(entry.Attachments, &c.out.report.Losses)
	parts := append(append(leading, textPart(told(entry), false)), following...)
	c.memory.add(remembered{entry: entry.ID, role: "user", parts: parts})
	return c.out.record(entry, qwen.TypeUser, "system", func(o *timeline.Object) {
		o.String("subtype", qwen.Notification)
		message(o, "user", parts)
		o.Append("systemPayload", func(dst []byte) []byte {
			return timeline.AppendObject(dst, func(o *timeline.Object) { o.String("displayText", remark(entry)) })
		})
	})
}

// told returns a notification about a task in the CLI's own form, and any other text in the form that identifies
// itself.
func told(entry *timeline.Entry) timeline.Text {
	if o := entry.Origin; o.Kind == timeline.Notification && o.Name != "" && o.Name == qwen.TaskOf(entry.Content) {
		return qwen.Notice.Around(entry.Content)
	}
	return entry.Told()
}

// maxRemark is the maximum length in bytes of the text in a remark.
const maxRemark = 200

// remark returns the text that the terminal displays for an entry: its origin, and its beginning.
func remark(entry *timeline.Entry) string {
	o := entry.Origin
	text := entry.Content
	if o.Kind == timeline.Shell {
		text = timeline.Concat(timeline.NewText("!"), o.Typed)
	}
	first, _, _ := strings.Cut(text.Head(maxRemark), "\n")
	return strings.TrimSpace(strings.ToUpper(string(o.Kind[:1]))+string(o.Kind[1:])+" "+o.Name) + ": " + first
}
