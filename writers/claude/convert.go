package claude

import (
	"stead/internal/format/claude"
	"stead/timeline"
	"stead/writers"
)

// converter writes records for entries that have none of this CLI's.
type converter struct {
	*encoder
	message message
	// open are the calls without a result, by the entry's id; order tells which came first.
	open  map[string]*call
	order []*call
	// deferred are entries that came while calls were open and must not stand before their results.
	deferred  []*timeline.Entry
	lastModel string
	// side is the abandoned branch that is written, empty for the active conversation; places are where the others stand.
	side   string
	places map[string]place
	// wrote is set once anything was converted; ended tells whether the last of it was the model's text.
	wrote, ended bool
}

// entry converts an entry, or leaves it out and says so.
func (c *converter) entry(e *timeline.Entry) error {
	switch {
	case e.Hidden:
		return nil
	case e.Branch != "" && e.Compaction != nil: // the CLI reads nothing that stands before the last boundary
		c.lose("summary of an abandoned branch", "Claude Code would take the last summary in the file for that of the conversation")
		return nil
	}
	if e.Usage != nil {
		c.lose("token counts", "Claude Code takes the counts of its records for the size of its own context")
	}
	if !e.Thinking.IsEmpty() {
		c.loseItem(e.Branch, writers.Thinking, e.Thinking.Characters(), "thinking",
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

func (c *converter) lose(what, why string) { c.report.Losses.Add(what, why) }

// loseItem declares the loss of what the source's model knew. What it had on an abandoned branch it has forgotten.
func (c *converter) loseItem(branch string, kind writers.Kind, characters int64, what, why string) {
	if branch != "" {
		c.lose(what, why)
		return
	}
	c.report.Losses.Item(kind, characters, what, why)
}

func (c *converter) convert(e *timeline.Entry) error {
	if err := c.goTo(e.Branch); err != nil {
		return err
	}
	c.report.Restored(e)
	switch e.Type {
	case timeline.User:
		return c.user(e)
	case timeline.Assistant:
		return c.say(e)
	case timeline.ToolCall:
		return c.call(e)
	case timeline.ToolResult:
		return c.answer(e)
	}
	if e.Compaction != nil {
		return c.compact(e)
	}
	return c.instruct(e)
}

// close writes what is held: nothing of it may stand behind a record that is restored.
func (c *converter) close() error {
	if err := c.settleAll(); err != nil {
		return err
	}
	return c.end()
}

// giveWay closes what must stand before a record that is restored.
func (c *converter) giveWay(e *timeline.Entry) error {
	if call := c.open[e.CallID]; call != nil && e.Type == timeline.ToolResult {
		call.answered = true
		delete(c.open, e.CallID)
	}
	if !e.Hidden && (e.Type == timeline.User || e.Type == timeline.Assistant) {
		if err := c.settleAll(); err != nil {
			return err
		}
	}
	return c.end()
}

// finish closes what is open. A session must end on a finished text of the model: after any other end the CLI puts in a prompt of its
// own when it resumes. The text put here is the one that it puts itself.
func (c *converter) finish() error {
	if err := c.goTo(""); err != nil {
		return err
	}
	if err := c.close(); err != nil {
		return err
	}
	if c.wrote && !c.ended && c.agent == "" {
		err := c.say(&timeline.Entry{ID: "\x00end", Timestamp: c.stamp(""), Content: timeline.NewText(claude.NoResponse)})
		if err == nil {
			err = c.end()
		}
		if err != nil {
			return err
		}
	}
	if !c.wrote && !c.stream.Cut || c.agent != "" || c.tip == "" {
		return nil
	}
	return c.out.Line(c.leaf())
}
