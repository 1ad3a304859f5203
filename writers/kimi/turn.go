package kimi

import (
	format "stead/internal/format/kimi"
	"stead/timeline"
)

// turn is the turn that is being written: what the terminal needs to draw a session again.
type turn struct {
	isOpen bool
	// number is that of the next turn, from 0.
	number int64
}

// origin is who put a prompt there: the user, or the agent that started this one.
func (n *encoder) origin() []byte {
	if n.agent == format.MainAgent {
		return []byte(`{"kind":"user"}`)
	}
	return []byte(`{"kind":"system_trigger","name":"subagent"}`)
}

// openTurn begins the turn of a prompt.
func (n *encoder) openTurn(time int64, content, origin []byte) {
	n.turn.isOpen = true
	n.record(format.TurnPrompt, time, func(o *timeline.Object) {
		o.Raw("input", content)
		o.Raw("origin", origin)
		o.Int("turnId", n.turn.number)
	})
}

// endTurn ends the open turn, if any. The reason is completed, or cancelled when the user stopped it.
func (n *encoder) endTurn(reason string) {
	n.endStep()
	if !n.turn.isOpen {
		return
	}
	n.turn.isOpen = false
	n.record(format.TurnEnded, n.last, func(o *timeline.Object) {
		o.Int("turnId", n.turn.number)
		o.String("reason", reason)
	})
	n.turn.number++
}
