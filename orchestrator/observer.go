package orchestrator

import (
	"sync"

	"stead/orchestrator/delivery"
	"stead/runs"
	"stead/timeline"
)

// Observer follows a run live. Its methods are called one at a time.
type Observer interface {
	// Delivered is called when the session is proven to be in a CLI's store, before the CLI is started on it.
	Delivered(delivery.Plan)
	// Entry is called for each new entry of the conversation, hidden ones included.
	Entry(*timeline.Entry)
	// Changed is called when the run's record has changed: its state, its CLI, its counts.
	Changed(runs.Run)
	// Note is called with messages that the user should know but need not act upon.
	Note(string)
}

// oneAtATime calls an Observer's methods one at a time, as Observer promises.
type oneAtATime struct {
	mutex sync.Mutex
	to    Observer
}

// Delivered implements Observer.
func (o *oneAtATime) Delivered(p delivery.Plan) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.to.Delivered(p)
}

// Entry implements Observer.
func (o *oneAtATime) Entry(e *timeline.Entry) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.to.Entry(e)
}

// Changed implements Observer.
func (o *oneAtATime) Changed(r runs.Run) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.to.Changed(r)
}

// Note implements Observer.
func (o *oneAtATime) Note(text string) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.to.Note(text)
}
