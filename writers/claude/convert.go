package claude

import (
	"stead/adapters/claude"
	"stead/internal/adapt/entry"
	"stead/timeline"
	"stead/writers"
)

// conversation writes records for entries that have none of this CLI's. Each kind of entry has a writer.
type conversation struct {
	out         *output
	prompts     *prompts
	contexts    *contexts
	messages    *messages
	calls       *calls
	compactions *compactions
	sides       *sides
	deferred    deferred
	isCut       bool // whether parts of the session were left out
}

func newConversation(out *output, stream timeline.Stream) *conversation {
	p := &prompts{out}
	m := &messages{out: out, prompts: p}
	return &conversation{
		out: out, prompts: p, messages: m, isCut: stream.Cut,
		contexts: &contexts{out: out, prompts: p, mentions: &mentions{out, p}},
		calls: &calls{out: out, messages: m, project: stream.Header.Project.Path, ids: entry.NewIDs(),
			open: map[string]*call{}},
		compactions: &compactions{out, p},
		sides:       &sides{out: out, branches: stream.Header.Branches, places: map[string]place{}},
	}
}

// write converts an entry, or leaves it out and says so.
func (c *conversation) write(e *timeline.Entry) error {
	switch {
	case e.Hidden:
		return nil
	case e.Branch != "" && e.Compaction != nil: // the CLI reads nothing that stands before the last boundary
		c.out.lose("summary of an abandoned branch",
			"Claude Code would take the last summary in the file for that of the conversation")
		return nil
	}
	if e.Usage != nil {
		c.out.lose("token counts", "Claude Code takes the counts of its records for the size of its own context")
	}
	if !e.Thinking.IsEmpty() {
		c.out.loseItem(e.Branch, writers.Thinking, e.Thinking.Characters(), "thinking",
			"Claude Code's service refuses thinking that it has not signed itself, and the timeline holds no signatures")
		if e.Type == timeline.Assistant && e.Content.IsEmpty() {
			return nil
		}
	}
	if c.mustWait(e) {
		return c.postpone(e)
	}
	return c.convert(e)
}

func (c *conversation) convert(e *timeline.Entry) error {
	if err := c.goTo(e.Branch); err != nil {
		return err
	}
	c.out.report.Restored(e)
	switch e.Type {
	case timeline.User:
		return c.user(e)
	case timeline.Assistant:
		return c.messages.say(e)
	case timeline.ToolCall:
		return c.calls.call(e)
	case timeline.ToolResult:
		return c.answer(e)
	}
	if err := c.messages.end(); err != nil {
		return err
	}
	if e.Compaction != nil {
		return c.compactions.write(e)
	}
	return c.prompts.instruct(e)
}

// goTo continues with a branch, or with the active conversation, whose name is empty.
func (c *conversation) goTo(branch string) error {
	if branch == c.out.side {
		return nil
	}
	err := c.close()
	if err == nil {
		c.sides.goTo(branch)
	}
	return err
}

// user writes what the user said, and what the model was told beside it.
func (c *conversation) user(e *timeline.Entry) error {
	if err := c.messages.end(); err != nil {
		return err
	}
	switch {
	case e.Origin != nil:
		return c.contexts.write(e)
	case e.Content.IsEmpty() && len(e.Attachments) == 0:
		return nil // the API refuses an empty prompt
	}
	c.out.at.lastPrompt = e.Content
	return c.prompts.write(e.ID, e.Timestamp, e.Content, e.Attachments)
}

// answer writes the result of a call, and what waited for it.
func (c *conversation) answer(e *timeline.Entry) error {
	if err := c.calls.answer(e); err != nil {
		return err
	}
	return c.resume()
}

// close writes what is held: nothing of it may stand behind a record that is restored.
func (c *conversation) close() error {
	if err := c.settleAll(); err != nil {
		return err
	}
	return c.messages.end()
}

// giveWay closes what must stand before a record that is restored.
func (c *conversation) giveWay(e *timeline.Entry) error {
	c.calls.giveWay(e)
	if !e.Hidden && (e.Type == timeline.User || e.Type == timeline.Assistant) {
		if err := c.settleAll(); err != nil {
			return err
		}
	}
	return c.messages.end()
}

// finish closes what is open. A session must end on a finished text of the model: after any other end the CLI puts in a
// prompt of its own when it resumes. The text put here is the one that it puts itself.
func (c *conversation) finish() error {
	if err := c.goTo(""); err != nil {
		return err
	}
	if err := c.close(); err != nil {
		return err
	}
	if c.out.wrote && !c.out.at.ended && c.out.agent == "" {
		err := c.messages.say(&timeline.Entry{ID: "\x00end", Timestamp: c.out.plan.Stamp(""),
			Content: timeline.NewText(claude.NoResponse)})
		if err == nil {
			err = c.messages.end()
		}
		if err != nil {
			return err
		}
	}
	if !c.out.wrote && !c.isCut || c.out.agent != "" || c.out.at.tip == "" {
		return nil
	}
	return c.out.Line(c.out.leaf())
}
