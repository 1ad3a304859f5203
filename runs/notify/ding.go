package notify

import (
	"sync"
	"time"

	"stead/inject/signals"
	"stead/runs"
	"stead/timeline"
)

// Ding notifies the user about the events of one run.
type Ding struct {
	Notifier *Notifier
	follower Follower

	access sync.Mutex
	// held is a wait whose subject is not known yet. Timer reports it after a while even if the subject stays unknown.
	held  *Event
	timer *time.Timer
}

// holding is how long a wait is held back. Codex shows in the terminal's title that it is waiting, up to 150 ms before
// its record of the call says what for (0.171.0, on a busy machine).
const holding = time.Second

// Entry processes the run's next entry. Calls of Entry and Changed must not overlap. Neither blocks.
func (d *Ding) Entry(e *timeline.Entry) { d.follower.Entry(e) }

// Changed processes the run's current record.
func (d *Ding) Changed(r runs.Run) {
	d.access.Lock()
	defer d.access.Unlock()
	e, ok := d.follower.See(r, d.Notifier.now())
	asks := r.State == signals.Permission && r.Status == runs.Running
	if d.held != nil && (!asks || r.About != "") {
		held := *d.held
		d.held = nil
		d.timer.Stop()
		if asks {
			held.About = r.About
			d.follower.isNew(r.Question)
			d.Notifier.Notify(held)
		}
	}
	switch {
	case ok && asks && e.Kind == Waiting && e.About == "":
		d.held, d.timer = &e, time.AfterFunc(holding, d.release)
	case ok:
		d.Notifier.Notify(e)
	}
}

// release reports a wait whose subject is still unknown.
func (d *Ding) release() {
	d.access.Lock()
	defer d.access.Unlock()
	if d.held != nil {
		d.Notifier.Notify(*d.held)
		d.held = nil
	}
}
