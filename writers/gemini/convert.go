package gemini

import (
	"fmt"
	"slices"

	format "stead/adapters/gemini"
	"stead/internal/adapt/dialogue"
	"stead/timeline"
	"stead/writers"
)

// conversation writes the entries that have no line of their own in this session, in the order that the dialogue
// determines.
type conversation struct {
	out      *output
	dialogue *dialogue.Dialogue
	messages *messages
	contexts *contexts
	agents   map[string]string // maps the calls that started sub-agents to the sub-agents' sessions
	// waiting maps the calls in native lines that have no result yet to the names of their tools.
	waiting map[string]string
	sizes   outputSizes
	// wrote is set once anything was written.
	wrote bool
}

func newConversation(out *output, waiting map[string]string) *conversation {
	m := &messages{out: out, memory: &memory{}}
	c := &conversation{
		out: out, messages: m, contexts: &contexts{out: out, messages: m},
		agents: agents(out.plan.Stream.Children), waiting: waiting,
	}
	c.dialogue = dialogue.New(c)
	return c
}

// Lose declares content that could not be delivered unchanged.
func (c *conversation) Lose(what, why string) { c.out.lose(what, why) }

// close writes everything that is held.
func (c *conversation) close() error {
	err := c.dialogue.Close()
	c.messages.flush()
	return err
}

// write writes an entry that has no line of its own in this session.
func (c *conversation) write(e *timeline.Entry) error {
	switch {
	case e.Branch != "":
		if !e.Hidden {
			c.Lose("abandoned branch", "Gemini CLI keeps one branch of a conversation: only the active one was written")
		}
		return nil
	case e.Hidden:
		return c.hidden(e)
	}
	c.wrote = true
	c.contexts.isStopped = c.contexts.isStopped && e.Origin != nil && e.Origin.Kind == timeline.Interruption
	if name, ok := c.waiting[e.CallID]; ok && e.Type == timeline.ToolResult {
		return c.lateResult(e, name)
	}
	return c.dialogue.Add(e)
}

// hidden displays the point at which the user stopped the model. It delivers no other hidden entry, because those
// matter only to the CLI that wrote them.
func (c *conversation) hidden(e *timeline.Entry) error {
	if e.StopReason != "interrupted" {
		return nil
	}
	if err := c.close(); err != nil {
		return err
	}
	c.contexts.interrupted(e)
	return nil
}

// System writes a summary, or any other system text, which goes to the model as a text that identifies itself.
func (c *conversation) System(e *timeline.Entry) error {
	c.messages.flush()
	switch {
	case e.Compaction != nil:
		c.compaction(e)
	case e.Content.IsBlank(): // it has no text, even if a compaction keeps it
		c.messages.memory.add(nil, e.ID)
	default:
		text := *e
		text.Type, text.Origin = timeline.User, &timeline.Origin{Kind: timeline.Reminder}
		c.contexts.told(&text, nil)
	}
	return nil
}

// User writes a prompt, or context that the user did not type.
func (c *conversation) User(e *timeline.Entry) error {
	if e.IsContext() {
		c.contexts.write(e)
		return nil
	}
	text, shielded := format.Shielded(e.Content)
	if shielded {
		c.Lose("plain beginning of a prompt",
			"Gemini CLI drops past prompts that begin like a command or like its own preamble: an invisible "+
				"character (U+2060) stands before it")
	}
	pictures := inlined(e.Attachments, &c.out.report.Losses)
	c.messages.hold(e)
	c.messages.said.hasPrompt, c.messages.said.shown = true, typedFor(e)
	c.messages.said.parts = append(c.messages.said.parts, parts(text, pictures)...)
	return nil
}

// Response holds one response of the model: a message for each text, the last one with the calls. They wait for the
// results, because the messages display them. The CLI merges neighboring messages when it sends them.
func (c *conversation) Response(entries []*timeline.Entry) error {
	c.messages.flush()
	for _, e := range entries {
		if e.Type == timeline.Assistant || len(c.messages.turns) == 0 {
			c.messages.turns = append(c.messages.turns, &turn{entry: &timeline.Entry{Timestamp: e.Timestamp, Model: e.Model},
				usage: e.Usage})
		}
		t := c.messages.turns[len(c.messages.turns)-1]
		if t.usage == nil {
			t.usage = e.Usage
		}
		c.out.report.Entries++
		if e.Type == timeline.ToolCall {
			call := translate(e, &c.out.report.Losses)
			call.agent = c.agents[e.ID]
			t.calls = append(t.calls, call)
			continue
		}
		if !e.Thinking.IsEmpty() {
			c.out.report.Losses.Item(writers.Thinking, e.Thinking.Characters(), "thinking before the model",
				"it is in the session and drawn, but Gemini CLI sends no thoughts of the past to the model")
		}
		t.pictures = inlined(e.Attachments, &c.out.report.Losses)
		t.entry = e
	}
	return nil
}

// Result adds the result of a call in the current response. A result that the dialogue added for a call without one has
// no text from the source.
func (c *conversation) Result(call, result *timeline.Entry) error {
	pictures := inlined(result.Attachments, &c.out.report.Losses)
	c.out.report.Entries++
	c.sizes = append(c.sizes, result.Output.Len()/bytesPerToken)
	for _, t := range c.messages.turns {
		at := slices.IndexFunc(t.calls, func(t *toolCall) bool { return t.entry == call && t.result == nil })
		if at < 0 {
			continue
		}
		t.calls[at].result, t.calls[at].pictures = result, pictures
		c.messages.answered = append(c.messages.answered, t.calls[at])
		return nil
	}
	return fmt.Errorf("result of call %s without the call", call.ID)
}

// lateResult writes the result of a call in a native line.
func (c *conversation) lateResult(e *timeline.Entry, tool string) error {
	if err := c.close(); err != nil {
		return err
	}
	delete(c.waiting, e.CallID)
	call := &toolCall{entry: &timeline.Entry{ID: e.CallID}, name: tool, result: e,
		pictures: inlined(e.Attachments, &c.out.report.Losses)}
	c.out.record(resultsLine([]*toolCall{call}, c.out))
	c.out.report.Entries++
	return nil
}

// typedFor returns the line that the user typed for the text of a command.
func typedFor(e *timeline.Entry) timeline.Text {
	switch {
	case e.Origin == nil:
		return timeline.Text{}
	case e.Origin.Typed.IsBlank() && e.Origin.Name != "":
		return timeline.NewText("/" + e.Origin.Name)
	}
	return e.Origin.Typed
}
