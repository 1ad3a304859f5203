package notify

import (
	"stead/runs"
	"stead/timeline"
)

// Ding notifies of what happens to one run.
type Ding struct {
	Notifier *Notifier
	follower Follower
}

// Entry takes the run's next entry. Entry and Changed must be called one at a time, and never wait.
func (d *Ding) Entry(e *timeline.Entry) { d.follower.Entry(e) }

// Changed takes the run's record as it is now.
func (d *Ding) Changed(r runs.Run) {
	if e, ok := d.follower.See(r, d.Notifier.now()); ok {
		d.Notifier.Notify(e)
	}
}
