package kimi

import (
	format "stead/adapters/kimi"
	"stead/internal/adapt/dialogue"
	"stead/internal/adapt/entry"
	"stead/timeline"
	"stead/writers"
)

// conversation writes the entries that have no line of their own in the wire file, in the order that the dialogue
// determines.
type conversation struct {
	out      *output
	dialogue *dialogue.Dialogue
	turns    *turns
	calls    *calls
	marks    *marks
	prompts  prompts
}

func newConversation(out *output) *conversation {
	m, t := newMarks(), &turns{out: out}
	s := &calls{out: out, turns: t, marks: m, open: map[string]written{}, ids: entry.NewIDs()}
	c := &conversation{out: out, turns: t, calls: s, marks: m}
	c.dialogue = dialogue.New(c)
	return c
}

// Lose declares a loss.
func (c *conversation) Lose(what, why string) { c.out.report.Losses.Add(what, why) }

// finish ends the turn that contains converted entries.
func (c *conversation) finish() error {
	err := c.dialogue.Close()
	c.turns.end("completed")
	return err
}

// write writes an entry that has no line of its own in this wire file.
func (c *conversation) write(e *timeline.Entry) error {
	switch {
	case e.Branch != "" && !e.Hidden:
		c.Lose("abandoned branch", "undone turns are not written: only the active conversation is")
		return nil
	case e.Branch != "":
		return nil
	case isInterruption(e):
		if err := c.dialogue.Close(); err != nil {
			return err
		}
		c.turns.end("cancelled")
		if e.Hidden {
			return nil
		}
	case e.Hidden || !hasForm(e, &c.out.report.Losses):
		return nil
	}
	c.out.report.Entries++
	return c.dialogue.Add(e)
}

// User writes a message of the user, and begins a turn. The message has no origin, which also means the user. If it had
// one, the CLI would merge two consecutive messages.
func (c *conversation) User(e *timeline.Entry) error {
	if e.IsContext() {
		return c.context(e)
	}
	content, err := c.out.content(e.Content, e.Attachments)
	if err != nil {
		return err
	}
	c.turns.end("completed")
	c.turns.step.number = 0
	time := c.out.stamp(e.Timestamp)
	as, message := c.originOf(e)
	c.turns.open(time, content, as)
	c.out.message(time, content, message)
	c.marks.add(e, c.out.Lines)
	c.prompts.note(e)
	return nil
}

// context writes content that the user did not type. It belongs to the open turn. A shell command ends the turn,
// because the user runs none while the model works.
func (c *conversation) context(e *timeline.Entry) error {
	c.turns.endStep()
	if e.Origin.Kind == timeline.Shell {
		c.turns.end("completed")
		if e.Origin.DurationMS != nil {
			c.Lose(writers.Durations, "Kimi Code tells it of some tools alone, and of no command of yours")
		}
	}
	time := c.out.stamp(e.Timestamp)
	first := c.out.Lines + 1
	for i, note := range format.Notes(e) {
		attachments := e.Attachments
		if i > 0 {
			attachments = nil
		}
		content, err := c.out.content(note.Text, attachments)
		if err != nil {
			return err
		}
		c.out.message(time, content, note.Origin)
	}
	c.marks.add(e, first)
	return nil
}

// Response writes one response of the model. A second text begins a new step, because the CLI may send the texts of one
// message run together. It does not after calls, because they belong to the content that follows.
func (c *conversation) Response(entries []*timeline.Entry) error {
	c.turns.beginStep(c.out.stamp(entries[0].Timestamp))
	for _, e := range entries {
		time := c.out.stamp(e.Timestamp)
		if e.Type == timeline.ToolCall {
			c.calls.write(e, time)
			continue
		}
		if c.turns.step.hasText && !c.turns.step.hasCalls {
			c.turns.beginStep(time)
		}
		c.turns.say(e, time)
		c.marks.add(e, c.out.Lines)
	}
	return nil
}

// Result writes the result of a call.
func (c *conversation) Result(call, result *timeline.Entry) error {
	output, err := c.out.result(result)
	if err != nil {
		return err
	}
	written := c.calls.take(call.ID)
	c.out.event(c.out.stamp(result.Timestamp), format.ToolResult, func(o *timeline.Object) {
		o.String("parentUuid", written.event)
		o.String("toolCallId", written.id)
		o.Append("result", func(dst []byte) []byte {
			return timeline.AppendObject(dst, func(o *timeline.Object) {
				o.Raw("output", output)
				if !result.Success {
					o.Bool("isError", true)
				}
				c.duration(o, written.tool, result.DurationMS)
			})
		})
	})
	c.marks.add(result, c.out.Lines)
	return nil
}

// duration adds the duration of a call, if the CLI records it for the tool.
func (c *conversation) duration(o *timeline.Object, tool string, ms *float64) {
	switch {
	case ms == nil:
	case format.TellsDuration(tool):
		o.Float("durationMs", *ms)
	default:
		c.Lose(writers.Durations, "Kimi Code tells it of some tools alone, and of no command of yours")
	}
}

// hasForm reports whether Kimi Code has a form for an entry. Of system entries, only summaries have one.
func hasForm(e *timeline.Entry, losses *writers.Losses) bool {
	switch e.Type {
	case timeline.Assistant:
		for range e.Attachments {
			losses.Item(writers.Media, 0, "attachment of the model", "Kimi Code has pictures only in prompts and results")
		}
		return !e.Thinking.IsEmpty() || !e.Content.IsEmpty()
	case timeline.System:
		if e.Compaction == nil && !e.Content.IsBlank() {
			losses.Item(writers.Texts, e.Content.Characters(), "system message",
				"Kimi Code sends its own instructions to the model and none of another CLI")
		}
		return e.Compaction != nil
	}
	return true
}

// isInterruption reports whether an entry marks the point at which the user stopped the model.
func isInterruption(e *timeline.Entry) bool {
	return e.StopReason == "interrupted" || e.Origin != nil && e.Origin.Kind == timeline.Interruption
}
