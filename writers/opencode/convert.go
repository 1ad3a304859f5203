package opencode

import (
	format "stead/adapters/opencode"
	"stead/timeline"
	"stead/writers"
)

// conversation writes the entries that have no row of their own. Each kind of entry has a writer.
type conversation struct {
	out      *output
	drafts   *drafts
	memory   *memory
	prompts  *prompts
	answers  *answers
	calls    *calls
	contexts *contexts
	branches writers.Branches // the abandoned branches that are not in the restored rows
}

func newConversation(s *session, out *output) *conversation {
	m := &memory{former: map[string]bool{}}
	d := &drafts{session: s, ids: format.NewIDs(s.plan.Now, s.plan.NewID), clock: &clock{now: s.plan.Now.UnixMilli()}}
	p := &prompts{out: out, drafts: d, memory: m}
	a := &answers{out: out, drafts: d, prompts: p, memory: m}
	return &conversation{
		out: out, drafts: d, memory: m, prompts: p, answers: a,
		calls:    &calls{out: out, drafts: d, answers: a, memory: m, children: map[string]child{}},
		contexts: &contexts{out: out, drafts: d, prompts: p, answers: a},
	}
}

// write writes an entry that has no row of its own.
func (c *conversation) write(e *timeline.Entry) error {
	switch {
	case e.Branch != "":
		c.branches.Note(e)
		return nil
	case e.Hidden:
		if isInterruption(e) {
			c.abort()
		}
		return nil // only the CLI that wrote it needs it
	}
	switch e.Type {
	case timeline.User:
		return c.user(e)
	case timeline.Assistant:
		return c.answers.say(e)
	case timeline.ToolCall:
		return c.calls.call(e)
	case timeline.ToolResult:
		return c.result(e)
	}
	if e.Compaction != nil {
		return c.compaction(e)
	}
	if !e.Content.IsBlank() {
		c.out.report.Losses.Item(writers.Texts, e.Content.Characters(), "system message",
			"OpenCode sends its own instructions to the model and none of another CLI")
	}
	return nil
}

// isInterruption reports whether an entry marks the point at which the user stopped the model.
func isInterruption(e *timeline.Entry) bool {
	return e.StopReason == "interrupted" || e.Origin != nil && e.Origin.Kind == timeline.Interruption
}

// user begins a message in the user's name. The context that the CLI sent with the prompt follows in the same message.
func (c *conversation) user(e *timeline.Entry) error {
	if isInterruption(e) {
		c.abort()
	}
	if e.IsContext() {
		return c.contexts.write(e)
	}
	if err := c.close(); err != nil {
		return err
	}
	m := c.prompts.ask(e)
	m.files(e, true, &c.out.report.Losses)
	if !e.Content.IsEmpty() || len(e.Attachments) == 0 {
		m.text(e.Content, func(o *timeline.Object) {
			if e.Origin != nil {
				format.NoteCommand(o, e.Origin)
			}
		})
	}
	m.files(e, false, &c.out.report.Losses)
	return nil
}

// abort marks the open answer as interrupted by the user.
func (c *conversation) abort() {
	if c.answers.open != nil {
		c.answers.open.aborted = true
	}
}

// result completes a call, and writes the entries that had to wait for it.
func (c *conversation) result(e *timeline.Entry) error {
	if err := c.calls.result(e); err != nil {
		return err
	}
	if c.answers.waits() {
		return nil
	}
	return c.contexts.release()
}

// close writes everything that is open. Calls without a result do not get one anymore.
func (c *conversation) close() error {
	if err := c.answers.end(); err != nil {
		return err
	}
	if err := c.contexts.release(); err != nil {
		return err
	}
	return c.prompts.end()
}
