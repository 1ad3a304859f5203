package claude

import (
	"fmt"
	"strings"

	"stead/internal/format/claude"
	"stead/timeline"
	"stead/writers"
)

// message is a response that is being put together. Its records are held until it is known why it stopped, which each of them
// says.
type message struct {
	id     string
	blocks []block
	// last is the uuid of its last written record.
	last     string
	hasCalls bool
}

type block struct {
	entry, timestamp  string
	model, stopReason string
	json              []byte
	call              *call
}

// blockOf returns a block of an entry.
func blockOf(e *timeline.Entry, json []byte) block {
	return block{entry: e.ID, timestamp: e.Timestamp, model: e.Model, stopReason: e.StopReason, json: json}
}

// add appends a block to the message, and begins one when there is none. Calls in parallel must be in one message: the CLI
// answers those of another with an error.
func (c *converter) add(b block) error {
	if c.message.id == "" {
		if err := c.precede(b); err != nil {
			return err
		}
		number := fmt.Sprintf("\x00message %d", c.out.Lines) // no other begins at that line, even when the session is added to later
		c.message = message{id: "msg_" + strings.ReplaceAll(c.uuid(number), "-", "")[:24]}
	}
	c.message.blocks = append(c.message.blocks, b)
	c.message.hasCalls = c.message.hasCalls || b.call != nil
	return nil
}

// precede puts a user's record before a session that begins with the model: the API demands one.
func (c *converter) precede(b block) error {
	if c.tip != "" {
		return nil
	}
	c.lose("beginning of the session", "the model speaks first, and Claude Code needs the user to: stead adds a note before it")
	return c.userRecord("\x00begin", b.timestamp, timeline.NewText("The beginning of this session was not recorded."), nil, isMeta)
}

// say adds what the model said.
func (c *converter) say(e *timeline.Entry) error {
	for range e.Attachments {
		c.loseItem(e.Branch, writers.Media, 0, "attachment of the model", "Claude Code has pictures and documents only in prompts and results")
	}
	if e.Content.IsBlank() {
		return nil // the API refuses blank text
	}
	return c.add(blockOf(e, textBlock(e.Content)))
}

// flush writes the message's records so far.
func (c *converter) flush() error {
	reason := c.message.stopReason()
	for _, b := range c.message.blocks {
		parent := c.tip
		if c.message.last != "" {
			parent = c.message.last // results may have been written since
		}
		if err := c.responseRecord(b, parent, reason); err != nil {
			return err
		}
		c.message.last = c.tip
		if b.call != nil {
			b.call.uuid = c.tip
		}
		c.ended = b.call == nil
	}
	c.message.blocks = nil
	return nil
}

// stopReason is why the response stopped: it made calls, or what the source says where the API knows that, or it was done.
func (m *message) stopReason() string {
	if m.hasCalls {
		return "tool_use"
	}
	for _, b := range m.blocks {
		switch b.stopReason {
		case "max_tokens", "stop_sequence", "refusal", "pause_turn":
			return b.stopReason
		}
	}
	return "end_turn"
}

// end writes the message and closes it.
func (c *converter) end() error {
	err := c.flush()
	c.message = message{}
	return err
}

// model is what a record says of its model: without any, a resumed session hangs without a word (2.1.197); with one that is not
// the vendor's it resumes under the user's default. Calls do not name theirs and have that of the text before them.
func (c *converter) model(b block) string {
	if strings.HasPrefix(c.plan.Model, modelPrefix) {
		return c.plan.Model
	}
	if b.model != "" {
		c.lastModel = claude.Synthetic
		if strings.HasPrefix(b.model, modelPrefix) {
			c.lastModel = b.model
		}
	}
	if c.lastModel == "" {
		return claude.Synthetic
	}
	return c.lastModel
}

// modelPrefix begins the names of the vendor's models.
const modelPrefix = "claude-"

func (c *converter) responseRecord(b block, parent, reason string) error {
	model := c.model(b)
	return c.record(b.entry, parent, b.timestamp, func(o *timeline.Object) {
		o.String("type", claude.TypeAssistant)
		o.Append("message", func(dst []byte) []byte {
			m := timeline.NewObject(dst)
			m.String("id", c.message.id)
			m.String("type", "message")
			m.String("role", "assistant")
			m.String("model", model)
			m.Append("content", func(dst []byte) []byte { return append(append(append(dst, '['), b.json...), ']') })
			m.String("stop_reason", reason)
			m.Raw("stop_sequence", []byte("null"))
			return m.End()
		})
	})
}
