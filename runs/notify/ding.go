package notify

import (
	"sync"
	"time"

	"stead/inject/signals"
	"stead/runs"
	"stead/timeline"
)

// Ding notifies of what happens to one run.
type Ding struct {
	Notifier *Notifier
	follower Follower

	access sync.Mutex
	// held is a wait of which is not known yet what it is for, and timer tells of it all the same.
	held  *Event
	timer *time.Timer
}

// holding is for how long a wait is held back. Codex shows in the terminal's title that it waits, up to 150 ms before
// its record of the call says for what (0.171.0, on a busy machine).
const holding = time.Second

// Entry takes the run's next entry. Entry and Changed must be called one at a time, and never wait.
func (d *Ding) Entry(e *timeline.Entry) { d.follower.Entry(e) }

// Changed takes the run's record as it is now.
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

// release tells of a wait of which nobody has said what it is for.
func (d *Ding) release() {
	d.access.Lock()
	defer d.access.Unlock()
	if d.held != nil {
		d.Notifier.Notify(*d.held)
		d.held = nil
	}
}
