package claude

import (
	"fmt"
	"strings"

	"stead/adapters/claude"
	"stead/timeline"
	"stead/writers"
)

// message is a response that is being put together. Its records are held until it is known why it stopped, which each
// of them says.
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

// messages writes the responses of the model.
type messages struct {
	out       *output
	prompts   *prompts
	open      message
	lastModel string
}

// add appends a block to the message, and begins one when there is none. Calls in parallel must be in one message: the
// CLI answers those of another with an error.
func (s *messages) add(b block) error {
	if s.open.id == "" {
		if err := s.precede(b); err != nil {
			return err
		}
		// no other begins at that line, even when the session is added to later
		number := fmt.Sprintf("\x00message %d", s.out.Lines)
		s.open = message{id: "msg_" + strings.ReplaceAll(s.out.uuid(number), "-", "")[:24]}
	}
	s.open.blocks = append(s.open.blocks, b)
	s.open.hasCalls = s.open.hasCalls || b.call != nil
	return nil
}

// precede puts a user's record before a session that begins with the model: the API demands one.
func (s *messages) precede(b block) error {
	if s.out.at.tip != "" {
		return nil
	}
	s.out.lose("beginning of the session",
		"the model speaks first, and Claude Code needs the user to: stead adds a note before it")
	return s.prompts.write("\x00begin", b.timestamp, timeline.NewText("The beginning of this session was not recorded."),
		nil, isMeta)
}

// say adds what the model said.
func (s *messages) say(e *timeline.Entry) error {
	for range e.Attachments {
		s.out.loseItem(e.Branch, writers.Media, 0, "attachment of the model",
			"Claude Code has pictures and documents only in prompts and results")
	}
	if e.Content.IsBlank() {
		return nil // the API refuses blank text
	}
	return s.add(blockOf(e, textBlock(e.Content)))
}

// flush writes the message's records so far.
func (s *messages) flush() error {
	reason := s.open.stopReason()
	for _, b := range s.open.blocks {
		parent := s.out.at.tip
		if s.open.last != "" {
			parent = s.open.last // results may have been written since
		}
		if err := s.responseRecord(b, parent, reason); err != nil {
			return err
		}
		s.open.last = s.out.at.tip
		if b.call != nil {
			b.call.uuid = s.out.at.tip
		}
		s.out.at.ended = b.call == nil
	}
	s.open.blocks = nil
	return nil
}

// stopReason is why the response stopped: it made calls, or what the source says where the API knows that, or it was
// done.
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
func (s *messages) end() error {
	err := s.flush()
	s.open = message{}
	return err
}

// model is what a record says of its model: without any, a resumed session hangs without a word (2.1.197); with one
// that is not the vendor's it resumes under the user's default. Calls do not name theirs and have that of the text
// before them.
func (s *messages) model(b block) string {
	if strings.HasPrefix(s.out.plan.Model, modelPrefix) {
		return s.out.plan.Model
	}
	if b.model != "" {
		s.lastModel = claude.Synthetic
		if strings.HasPrefix(b.model, modelPrefix) {
			s.lastModel = b.model
		}
	}
	if s.lastModel == "" {
		return claude.Synthetic
	}
	return s.lastModel
}

// modelPrefix begins the names of the vendor's models.
const modelPrefix = "claude-"

func (s *messages) responseRecord(b block, parent, reason string) error {
	model := s.model(b)
	return s.out.record(b.entry, parent, b.timestamp, func(o *timeline.Object) {
		o.String("type", claude.TypeAssistant)
		o.Append("message", func(dst []byte) []byte {
			m := timeline.NewObject(dst)
			m.String("id", s.open.id)
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
