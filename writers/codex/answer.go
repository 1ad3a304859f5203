package codex

import (
	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// answers writes the model's texts and thinking.
type answers struct {
	out    *output
	turns  *turns
	memory *memory
	held   *timeline.Entry // the newest answer: its phase depends on what follows
}

// hold holds back an answer until the next entry determines its phase.
func (a *answers) hold(e *timeline.Entry, timestamp string) {
	a.settle(format.Commentary)
	if !e.Thinking.IsEmpty() {
		if own := ownReasoning(e); own != nil {
			a.reasoning(e, own, timestamp)
		} else {
			a.out.report.Losses.Item(writers.Thinking, e.Thinking.Characters(), "thinking",
				"only the model that produced it can verify it: Codex's model gets the answers without it")
		}
	}
	for range e.Attachments {
		a.out.report.Losses.Item(writers.Media, 0, "picture in an answer",
			"Codex keeps pictures in prompts and tool outputs only")
	}
	if !e.Content.IsEmpty() {
		a.held = e
	} else if ownReasoning(e) != nil {
		a.out.report.Entries++
	}
}

// settle writes the held answer.
func (a *answers) settle(phase string) {
	e := a.held
	if e == nil {
		return
	}
	a.held = nil
	timestamp := a.out.plan.Stamp(e.Timestamp)
	a.turns.answer(timestamp)
	a.turns.open.last = e.Content
	payload := a.out.response(timestamp, func(o *timeline.Object) {
		messageMembers(o, "assistant", "output_text", e.Content, nil)
		o.String("phase", phase)
	})
	a.memory.item(e, payload)
	a.turns.item(timestamp, "AgentMessage", a.out.itemID(), func(o *timeline.Object) {
		o.Append("content", func(dst []byte) []byte {
			dst = append(dst, `[{"type":"Text","text":`...)
			return append(o.AppendText(dst, e.Content), `}]`...)
		})
		o.String("phase", phase)
	})
	a.out.legacyEvent(timestamp, func(o *timeline.Object) {
		o.String("type", "agent_message")
		o.Text("message", e.Content)
		o.String("phase", phase)
	})
	a.out.report.Entries++
}

// ownReasoning returns the response item of an entry with reasoning from Codex's own model, or nil. Other reasoning
// must not be sent, because the API verifies it.
func ownReasoning(e *timeline.Entry) jsonl.Value {
	if e.Native == nil || e.Native.CLI != format.Name || e.Native.Raw == nil || e.Native.Damaged {
		return nil
	}
	l := format.Peek(e.Native.Raw)
	if l.Type != format.ResponseItem || l.Kind() != "reasoning" || !l.Payload.Get("encrypted_content").IsString() {
		return nil
	}
	return l.Payload
}

// reasoning writes Codex's own reasoning unchanged.
func (a *answers) reasoning(e *timeline.Entry, own jsonl.Value, timestamp string) {
	a.turns.answer(timestamp)
	a.out.line(format.ResponseItem, timestamp, func(dst []byte) []byte { return append(dst, own...) })
	if e.Thinking.IsEmpty() {
		return
	}
	a.turns.item(timestamp, "Reasoning", a.out.itemID(), func(o *timeline.Object) {
		o.Append("summary_text", func(dst []byte) []byte { return appendTexts(o, dst, []timeline.Text{e.Thinking}) })
		o.Raw("raw_content", []byte("[]"))
	})
	a.out.legacyEvent(timestamp, func(o *timeline.Object) {
		o.String("type", "agent_reasoning")
		o.Text("text", e.Thinking)
	})
}
