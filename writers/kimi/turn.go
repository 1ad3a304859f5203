package kimi

import (
	format "stead/adapters/kimi"
	"stead/timeline"
)

// turns writes the turns of a session, which the terminal needs to display it again, and the steps in them.
type turns struct {
	out    *output
	isOpen bool
	// number is the number of the next turn, counted from 0.
	number int64
	step   step
}

// open begins the turn of a prompt.
func (t *turns) open(time int64, content, origin []byte) {
	t.isOpen = true
	t.out.record(format.TurnPrompt, time, func(o *timeline.Object) {
		o.Raw("input", content)
		o.Raw("origin", origin)
		o.Int("turnId", t.number)
	})
}

// end ends the open turn, if any. The reason is "completed", or "cancelled" if the user stopped it.
func (t *turns) end(reason string) {
	t.endStep()
	if !t.isOpen {
		return
	}
	t.isOpen = false
	t.out.record(format.TurnEnded, t.out.last, func(o *timeline.Object) {
		o.Int("turnId", t.number)
		o.String("reason", reason)
	})
	t.number++
}

// follow tracks the turns of restored records, so that converted turns continue the count.
func (t *turns) follow(r format.Record) {
	switch r.Type.String() {
	case format.TurnPrompt:
		if id := r.Raw.Get("turnId"); id != nil {
			t.number = id.Int() + 1
		}
	case format.TurnEnded:
		t.number = r.Raw.Get("turnId").Int() + 1
	}
}
