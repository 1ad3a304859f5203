package codex

import (
	"strconv"

	format "stead/internal/format/codex"
	"stead/timeline"
	"stead/writers"
)

// convert writes an entry that has no line of its own in this rollout.
func (n *encoder) convert(e *timeline.Entry) error {
	if e.Branch != "" {
		n.branches.Note(e)
		return nil
	}
	if e.Hidden {
		n.hidden(e)
		return nil
	}
	timestamp := n.stamp(e.Timestamp)
	if e.Type == timeline.User {
		return n.user(e, timestamp)
	}
	n.sendPrompt()
	switch e.Type {
	case timeline.Assistant:
		n.assistant(e, timestamp)
	case timeline.ToolCall:
		n.settle(format.Commentary)
		n.call(e, timestamp)
	case timeline.ToolResult:
		n.settle(format.Commentary)
		n.result(e, timestamp)
	default:
		n.system(e, timestamp)
	}
	return nil
}

// hidden reads what a hidden entry says about the turn. It is not delivered otherwise: it is the business of the CLI that wrote it.
// Codex's own encrypted reasoning is an exception, as its model can read it.
func (n *encoder) hidden(e *timeline.Entry) {
	n.memory.hidden(e.ID)
	if isInterruption(e) {
		n.sendPrompt()
		n.settle(format.Commentary)
		n.abortTurn()
	}
	if own := ownReasoning(e); own != nil {
		n.sendPrompt()
		n.settle(format.Commentary)
		n.reasoning(e, own, n.stamp(e.Timestamp))
	}
}

// isInterruption reports whether an entry marks the place where the user stopped the model. Claude Code has a text for it.
func isInterruption(e *timeline.Entry) bool {
	return e.StopReason == "interrupted" || e.Content.HasPrefix("[Request interrupted by user")
}

// system writes a visible system entry: only summaries have a form in Codex.
func (n *encoder) system(e *timeline.Entry, timestamp string) {
	if e.Compaction != nil {
		n.settle(format.FinalAnswer)
		n.compaction(e, timestamp)
		return
	}
	if !e.Content.IsBlank() {
		n.report.Losses.Item(writers.Texts, e.Content.Characters(), "system message", "Codex sends its own instructions to the model and none of another CLI")
	}
}

// assistant holds an answer back until what follows it tells its phase.
func (n *encoder) assistant(e *timeline.Entry, timestamp string) {
	n.settle(format.Commentary)
	if !e.Thinking.IsEmpty() {
		if own := ownReasoning(e); own != nil {
			n.reasoning(e, own, timestamp)
		} else {
			n.report.Losses.Item(writers.Thinking, e.Thinking.Characters(), "thinking", "only the model that produced it can verify it: Codex's model gets the answers without it")
		}
	}
	for range e.Attachments {
		n.report.Losses.Item(writers.Media, 0, "picture in an answer", "Codex keeps pictures in prompts and tool outputs only")
	}
	if !e.Content.IsEmpty() {
		n.held = e
	} else if ownReasoning(e) != nil {
		n.report.Entries++
	}
}

// settle writes the answer that is held back.
func (n *encoder) settle(phase string) {
	e := n.held
	if e == nil {
		return
	}
	n.held = nil
	timestamp := n.stamp(e.Timestamp)
	n.openTurn(timestamp)
	n.turn.answered, n.turn.last = true, e.Content
	payload := n.response(timestamp, func(o *timeline.Object) {
		messageMembers(o, "assistant", "output_text", e.Content, nil)
		o.String("phase", phase)
	})
	n.memory.item(e, payload)
	n.item(timestamp, "AgentMessage", n.itemID(), func(o *timeline.Object) {
		o.Append("content", func(dst []byte) []byte {
			dst = append(dst, `[{"type":"Text","text":`...)
			return append(append(dst, e.Content.JSON()...), `}]`...)
		})
		o.String("phase", phase)
	})
	n.legacyEvent(timestamp, func(o *timeline.Object) {
		o.String("type", "agent_message")
		o.Text("message", e.Content)
		o.String("phase", phase)
	})
	n.report.Entries++
}

// itemID returns a new id for an item that no call names.
func (n *encoder) itemID() string { return "item-" + strconv.Itoa(n.out.Lines) }
