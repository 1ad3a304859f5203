package clido

import (
	format "stead/adapters/clido"
	"stead/timeline"
	"stead/writers"
)

// conversation writes the entries that have no line of their own.
type conversation struct {
	out       *output
	responses *responses
	// deferred are entries that arrived while calls were open. They must not precede the results.
	deferred []*timeline.Entry
}

// write writes an entry of the active conversation. It omits any other entry and reports the loss of an abandoned
// branch.
func (c *conversation) write(e *timeline.Entry) error {
	switch {
	case e.Hidden:
		return nil
	case e.Branch != "":
		c.out.lose("abandoned branch", "clido keeps one branch of a conversation: only the active one is written")
		return nil
	case c.mustWait(e):
		return c.postpone(e)
	}
	c.out.report.Losses.Repaired(e)
	return c.convert(e)
}

// convert writes an entry that has no line of its own.
func (c *conversation) convert(e *timeline.Entry) error {
	c.out.report.Entries++
	if e.Usage != nil {
		c.out.lose("token counts", "clido's sessions have none")
	}
	if e.Type == timeline.Assistant && e.Model != "" {
		c.out.lose("model names", "clido's sessions name no model")
	}
	switch e.Type {
	case timeline.User:
		return c.user(e)
	case timeline.Assistant:
		c.responses.say(e)
		return nil
	case timeline.ToolCall:
		c.responses.call(e)
		return nil
	case timeline.ToolResult:
		if err := c.responses.answer(e); err != nil {
			return err
		}
		return c.resume()
	}
	return c.system(e)
}

func (c *conversation) user(e *timeline.Entry) error {
	if err := c.responses.flush(); err != nil {
		return err
	}
	var leading, following [][]byte
	for _, a := range e.Attachments {
		block := picture(a, &c.out.report.Losses)
		switch {
		case block == nil:
		case a.Leading:
			leading = append(leading, block)
		default:
			following = append(following, block)
		}
	}
	if text := e.Told(); !text.IsEmpty() {
		leading = append(leading, block(format.TextBlock, func(o *timeline.Object) { o.Text("text", text) }))
	}
	blocks := append(leading, following...)
	if len(blocks) == 0 {
		return nil // an empty prompt
	}
	return c.out.line(format.UserMessage, func(o *timeline.Object) {
		o.String("role", "user")
		o.Append("content", func(dst []byte) []byte { return timeline.AppendArray(dst, blocks) })
	})
}

// system writes a system message. Summaries become messages of the user, because clido has no other place for them.
func (c *conversation) system(e *timeline.Entry) error {
	if e.Content.IsBlank() {
		return nil
	}
	if e.Compaction == nil {
		c.out.report.Entries--
		c.out.report.Losses.Item(writers.Texts, e.Content.Characters(), "system message",
			"clido sends its own instructions to the model and none of another CLI")
		return nil
	}
	c.out.lose("effect of a compaction", "clido sends all of a session: both the summary and what it replaced")
	if err := c.responses.flush(); err != nil {
		return err
	}
	if err := c.out.line(format.System, func(o *timeline.Object) { o.String("subtype", format.Compaction) }); err != nil {
		return err
	}
	return c.user(&timeline.Entry{Type: timeline.User, Content: e.Content})
}
