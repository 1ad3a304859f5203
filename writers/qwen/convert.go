package qwen

import (
	"cmp"

	"stead/adapters/qwen"
	"stead/internal/adapt/dialogue"
	"stead/timeline"
	"stead/writers"
)

// conversation writes the entries that have no record of this CLI, in the order that the dialogue determines.
type conversation struct {
	out      *output
	dialogue *dialogue.Dialogue
	memory   *memory
	prompts  *prompts
	calls    *calls
	sides    *sides
}

func newConversation(out *output, stream timeline.Stream) *conversation {
	m := &memory{forks: out.forks}
	p := &prompts{out: out, memory: m}
	c := &conversation{out: out, memory: m, prompts: p, calls: &calls{out: out, ids: map[string]call{},
		taken: map[string]int{}}}
	c.dialogue = dialogue.New(c)
	c.sides = &sides{out: out, dialogue: c.dialogue, prompts: p, branches: stream.Header.Branches,
		tips: map[string]string{}}
	return c
}

// write writes an entry of the active conversation or of an abandoned branch. It omits hidden entries.
func (c *conversation) write(entry *timeline.Entry) error {
	switch {
	case entry.Hidden:
		return nil
	case entry.Branch != "":
		return c.sides.take(entry)
	case !c.sides.mustWait():
		if err := c.sides.flush(); err != nil {
			return err
		}
		if err := c.sides.goTo(""); err != nil {
			return err
		}
	}
	if entry.Usage != nil {
		c.Lose("token counts", "Qwen Code takes the counts of its records for the size of its own context")
	}
	c.out.report.Entries++
	return c.dialogue.Add(entry)
}

// giveWay writes everything that must precede the record of an entry.
func (c *conversation) giveWay(entry *timeline.Entry) error {
	if err := c.sides.goTo(""); err != nil {
		return err
	}
	if err := c.dialogue.GiveWay(entry); err != nil {
		return err
	}
	return c.prompts.flush()
}

// finish writes everything that is held.
func (c *conversation) finish() error {
	if err := c.dialogue.Close(); err != nil {
		return err
	}
	if err := c.prompts.flush(); err != nil {
		return err
	}
	return c.sides.comeBack()
}

// Lose implements dialogue.Sink.
func (c *conversation) Lose(what, why string) { c.out.lose(what, why) }

// User implements dialogue.Sink.
func (c *conversation) User(entry *timeline.Entry) error {
	if entry.IsContext() {
		if c.prompts.takes(entry) {
			return nil
		}
		return c.notice(entry)
	}
	if err := c.prompts.flush(); err != nil {
		return err
	}
	parts := promptParts(entry, &c.out.report.Losses)
	if len(parts) == 0 { // it has no content, even if a compaction keeps it
		c.memory.add(remembered{entry: entry.ID, role: "user"})
		return nil
	}
	c.prompts.hold(entry, parts)
	return nil
}

// Response implements dialogue.Sink.
func (c *conversation) Response(response []*timeline.Entry) error {
	if err := c.prompts.flush(); err != nil {
		return err
	}
	var parts [][]byte
	model := c.out.plan.Model
	for _, entry := range response {
		model = cmp.Or(entry.Model, model)
		own := c.responseParts(entry)
		parts = append(parts, own...)
		c.memory.add(remembered{entry: entry.ID, call: callOf(entry), role: "model", parts: own})
	}
	if len(parts) == 0 {
		return nil
	}
	return c.out.record(response[0], qwen.TypeAssistant, "assistant_output", func(o *timeline.Object) {
		o.Optional("model", model)
		message(o, "model", parts)
	})
}

// callOf returns the id of the call that an entry is or answers, or the empty string.
func callOf(entry *timeline.Entry) string {
	if entry.Type == timeline.ToolCall {
		return entry.ID
	}
	return entry.CallID
}

// responseParts returns the parts of one entry of a response.
func (c *conversation) responseParts(entry *timeline.Entry) [][]byte {
	if entry.Type == timeline.ToolCall {
		return [][]byte{c.calls.part(entry)}
	}
	for range entry.Attachments {
		c.out.report.Losses.Item(writers.Media, 0, "attachment of the model",
			"Qwen Code sends files only in prompts and results")
	}
	var parts [][]byte
	if !entry.Thinking.IsEmpty() {
		parts = append(parts, textPart(entry.Thinking, true))
	}
	if !entry.Content.IsEmpty() {
		parts = append(parts, textPart(entry.Content, false))
	}
	return parts
}

// Result implements dialogue.Sink.
func (c *conversation) Result(call, result *timeline.Entry) error {
	if err := c.prompts.flush(); err != nil {
		return err
	}
	part := c.calls.resultPart(call, result)
	c.memory.add(remembered{entry: result.ID, call: call.ID, role: "user", parts: [][]byte{part}})
	return c.out.record(result, qwen.TypeToolResult, qwen.TypeToolResult, func(o *timeline.Object) {
		message(o, "user", [][]byte{part})
		o.Append("toolCallResult", func(dst []byte) []byte {
			drawn := timeline.NewObject(dst)
			drawn.String("callId", c.calls.ids[call.ID].id)
			drawn.String("status", status(result))
			drawn.Text("resultDisplay", drawing(result))
			return drawn.End()
		})
	})
}

func status(result *timeline.Entry) string {
	if result.Success {
		return "success"
	}
	return "error"
}

// maxDrawn is the maximum length in bytes of an output that is repeated for the terminal, which shows less.
const maxDrawn = 4 << 10

func drawing(result *timeline.Entry) timeline.Text {
	output := outputOf(result)
	if output.Len() <= maxDrawn {
		return output
	}
	return timeline.NewText(output.Head(maxDrawn) + "…")
}
