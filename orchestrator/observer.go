package orchestrator

import (
	"sync"

	"stead/orchestrator/delivery"
	"stead/runs"
	"stead/timeline"
)

// Observer follows a run live. Its methods are called one at a time.
type Observer interface {
	// Delivered comes when the session lies in a CLI's store and is proven to, before the CLI is started on it.
	Delivered(delivery.Plan)
	// Entry comes for each new entry of the conversation, hidden ones included.
	Entry(*timeline.Entry)
	// Changed comes when the run's record has changed: its state, its CLI, what was counted.
	Changed(runs.Run)
	// Note comes for what the user should know and need not act upon.
	Note(string)
}

// oneAtATime keeps the promise that an Observer is given.
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
