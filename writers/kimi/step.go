package kimi

import (
	"strconv"

	format "stead/adapters/kimi"
	"stead/timeline"
)

// step is the answer of the model that is being written: its thinking, its texts, and its calls.
type step struct {
	isOpen bool
	id     string
	// number counts the turn's steps from 1.
	number            int64
	hasText, hasCalls bool
}

func (t *turns) turnID(o *timeline.Object) {
	o.String("turnId", strconv.FormatInt(t.number, 10))
	o.Int("step", t.step.number)
}

// beginStep begins an answer.
func (t *turns) beginStep(time int64) {
	t.endStep()
	t.step = step{isOpen: true, id: t.out.newID("step"), number: t.step.number + 1}
	t.out.event(time, format.StepBegin, func(o *timeline.Object) {
		o.String("uuid", t.step.id)
		t.turnID(o)
	})
}

// endStep ends the open answer, if any.
func (t *turns) endStep() {
	if !t.step.isOpen {
		return
	}
	reason := "end_turn"
	if t.step.hasCalls {
		reason = "tool_use"
	}
	t.out.event(t.out.last, format.StepEnd, func(o *timeline.Object) {
		o.String("uuid", t.step.id)
		t.turnID(o)
		o.String("finishReason", reason)
	})
	t.step = step{number: t.step.number}
}

// say writes the model's thinking and text.
func (t *turns) say(e *timeline.Entry, time int64) {
	if !e.Thinking.IsEmpty() {
		t.part(time, "think", "think", e.Thinking)
	}
	if !e.Content.IsEmpty() {
		t.part(time, "text", "text", e.Content)
		t.step.hasText = true
	}
}

func (t *turns) part(time int64, kind, member string, text timeline.Text) {
	id := t.out.newID("part")
	t.out.event(time, format.ContentPart, func(o *timeline.Object) {
		o.String("uuid", id)
		t.turnID(o)
		o.String("stepUuid", t.step.id)
		o.Append("part", func(dst []byte) []byte {
			return timeline.AppendObject(dst, func(o *timeline.Object) {
				o.String("type", kind)
				o.Text(member, text)
			})
		})
	})
}
