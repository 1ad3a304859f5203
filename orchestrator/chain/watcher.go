package chain

import (
	"stead/orchestrator"
	"stead/orchestrator/delivery"
	"stead/runs"
	"stead/timeline"
)

// Watcher follows a chain live. Its methods are called one at a time for a step, and by several contestants at the same
// time for an A/B.
type Watcher interface {
	// Changed is called when the chain's record has changed.
	Changed(Chain)
	// Counted is called when the record of a step's run has changed.
	Counted(step string, r runs.Run)
	// Did is called for each new entry of a step's conversation, hidden ones included.
	Did(step string, e *timeline.Entry)
	// Note is called with messages that the user should know but need not act upon.
	Note(text string)
}

// observer tells the watcher what a step's run does.
type observer struct {
	seen Watcher
	step string
	// alongside gets the same calls. Nil if there is no other observer.
	alongside orchestrator.Observer
}

var _ orchestrator.Observer = observer{}

// Delivered implements orchestrator.Observer.
func (o observer) Delivered(p delivery.Plan) {
	if o.alongside != nil {
		o.alongside.Delivered(p)
	}
}

// Entry implements orchestrator.Observer.
func (o observer) Entry(e *timeline.Entry) {
	o.seen.Did(o.step, e)
	if o.alongside != nil {
		o.alongside.Entry(e)
	}
}

// Changed implements orchestrator.Observer.
func (o observer) Changed(r runs.Run) {
	o.seen.Counted(o.step, r)
	if o.alongside != nil {
		o.alongside.Changed(r)
	}
}

// Note implements orchestrator.Observer.
func (o observer) Note(text string) { o.seen.Note(text) }
