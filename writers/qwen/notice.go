package qwen

import (
	"strings"

	"stead/adapters/qwen"
	"stead/timeline"
)

// System implements dialogue.Sink. A text of no side goes to the model as the CLI's own notifications do.
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

// notice tells what Qwen Code has no form for as a text that says what it is. The CLI shows its notifications as its
// own remarks.
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

// told is the end of a task in the CLI's own form, and any other text as one that says what it is.
func told(entry *timeline.Entry) timeline.Text {
	if o := entry.Origin; o.Kind == timeline.Notification && o.Name != "" && o.Name == qwen.TaskOf(entry.Content) {
		return qwen.Notice.Around(entry.Content)
	}
	return entry.Told()
}

// maxRemark is how much of a text is drawn, in bytes.
const maxRemark = 200

// remark is what the terminal shows for a text: what it is of, and how it begins.
func remark(entry *timeline.Entry) string {
	o := entry.Origin
	text := entry.Content
	if o.Kind == timeline.Shell {
		text = timeline.Concat(timeline.NewText("!"), o.Typed)
	}
	first, _, _ := strings.Cut(text.Head(maxRemark), "\n")
	return strings.TrimSpace(strings.ToUpper(string(o.Kind[:1]))+string(o.Kind[1:])+" "+o.Name) + ": " + first
}
