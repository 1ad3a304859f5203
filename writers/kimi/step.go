package kimi

import (
	"strconv"

	format "stead/internal/format/kimi"
	"stead/internal/jsonl"
	"stead/internal/toolmap"
	"stead/timeline"
	"stead/writers"
)

// step is the answer of the model that is being written: what it thinks and says, and the calls that it makes with that.
type step struct {
	isOpen bool
	id     string
	// number counts the turn's steps, from 1.
	number            int64
	hasText, hasCalls bool
}

// event writes an event of a step.
func (n *encoder) event(time int64, kind string, fn func(*timeline.Object)) {
	n.record(format.AppendLoopEvent, time, func(o *timeline.Object) {
		o.Append("event", func(dst []byte) []byte {
			return timeline.AppendObject(dst, func(o *timeline.Object) {
				o.String("type", kind)
				fn(o)
			})
		})
	})
}

// newID returns an id that no other event of the file has.
func (n *encoder) newID(kind string) string { return kind + "-" + strconv.Itoa(n.out.Lines+1) }

func (n *encoder) turnID(o *timeline.Object) {
	o.String("turnId", strconv.FormatInt(n.turn.number, 10))
	o.Int("step", n.step.number)
}

// beginStep begins an answer.
func (n *encoder) beginStep(time int64) {
	n.endStep()
	n.step = step{isOpen: true, id: n.newID("step"), number: n.step.number + 1}
	n.event(time, format.StepBegin, func(o *timeline.Object) {
		o.String("uuid", n.step.id)
		n.turnID(o)
	})
}

// endStep ends the open answer, if any.
func (n *encoder) endStep() {
	if !n.step.isOpen {
		return
	}
	reason := "end_turn"
	if n.step.hasCalls {
		reason = "tool_use"
	}
	n.event(n.last, format.StepEnd, func(o *timeline.Object) {
		o.String("uuid", n.step.id)
		n.turnID(o)
		o.String("finishReason", reason)
	})
	n.step = step{number: n.step.number}
}

// Response writes what the model said in one go. A second text begins a step of its own, as a message may be sent with its texts run
// together; but not after calls, which belong to what follows.
func (n *encoder) Response(entries []*timeline.Entry) error {
	n.beginStep(n.stamp(entries[0].Timestamp))
	for _, e := range entries {
		time := n.stamp(e.Timestamp)
		if e.Type == timeline.ToolCall {
			n.call(e, time)
			continue
		}
		if n.step.hasText && !n.step.hasCalls {
			n.beginStep(time)
		}
		n.say(e, time)
	}
	return nil
}

// say writes what the model thought and said.
func (n *encoder) say(e *timeline.Entry, time int64) {
	if !e.Thinking.IsEmpty() {
		n.part(time, "think", "think", e.Thinking)
	}
	if !e.Content.IsEmpty() {
		n.part(time, "text", "text", e.Content)
		n.step.hasText = true
	}
	n.marks.add(e, n.out.Lines)
}

func (n *encoder) part(time int64, kind, member string, text timeline.Text) {
	id := n.newID("part")
	n.event(time, format.ContentPart, func(o *timeline.Object) {
		o.String("uuid", id)
		n.turnID(o)
		o.String("stepUuid", n.step.id)
		o.Append("part", func(dst []byte) []byte {
			return timeline.AppendObject(dst, func(o *timeline.Object) {
				o.String("type", kind)
				o.Text(member, text)
			})
		})
	})
}

// call writes a call: as one of the CLI's own tools where there is one that does the same, else under its own name. The model is not
// offered that tool, but takes a past call of it as it is.
func (n *encoder) call(e *timeline.Entry, time int64) {
	name, arguments, near, ok := format.FromUniversal(e.Tool, e.Input)
	for _, argument := range near {
		n.report.Losses.Approximate(writers.ArgumentOf(e, argument.Argument), argument.Why)
	}
	if !ok {
		name, arguments = toolmap.Plain(toolmap.Called(e)), e.Input
	}
	if !jsonl.Value(arguments).IsObject() {
		arguments = []byte("{}")
	}
	id, event := n.callID(e.ID), n.newID("call")
	n.event(time, format.ToolCall, func(o *timeline.Object) {
		o.String("uuid", event)
		n.turnID(o)
		o.String("stepUuid", n.step.id)
		o.String("toolCallId", id)
		o.String("name", name)
		o.Raw("args", arguments)
	})
	n.calls[e.ID] = written{id: id, event: event}
	n.step.hasCalls = true
	n.marks.add(e, n.out.Lines)
}

// written is a call that waits for its result.
type written struct{ id, event string }

// callID returns an id for a call that no other call in the file has: of two with one id the CLI takes the second for a repetition.
func (n *encoder) callID(id string) string {
	if id == "" {
		id = n.newID("call")
	}
	return n.taken.Numbered(id)
}
