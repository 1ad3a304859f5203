package ab

import (
	"stead/orchestrator"
	"stead/orchestrator/delivery"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// Watcher follows a contest live. Its methods are called by several contestants at once.
type Watcher interface {
	// Changed comes when the contest's record has changed: it has begun, a contestant has come further, it has ended.
	Changed(Contest)
	// Counted comes when the record of a contestant's run has changed.
	Counted(name string, r runs.Run)
	// Did comes for each new entry of a contestant's conversation, hidden ones included.
	Did(name string, e *timeline.Entry)
	// Note comes for what the user should know and need not act upon. Name is empty when it is of the contest.
	Note(name, text string)
}

// observer tells the watcher what a contestant's run does.
type observer struct {
	*contestRun
	index int
	name  string
	// alongside gets the same. Nil when nobody else follows the run.
	alongside orchestrator.Observer
}

var _ orchestrator.Observer = (*observer)(nil)

// Delivered implements orchestrator.Observer. It reports a contestant that has less of the session than the others.
func (o *observer) Delivered(p delivery.Plan) {
	for _, line := range writers.LeftOutLines(p.Report.LeftOut) {
		o.seen.Note(o.name, "left out "+line)
	}
	if o.alongside != nil {
		o.alongside.Delivered(p)
	}
}

// Entry implements orchestrator.Observer.
func (o *observer) Entry(e *timeline.Entry) {
	o.seen.Did(o.name, e)
	if o.alongside != nil {
		o.alongside.Entry(e)
	}
}

// Changed implements orchestrator.Observer. The first record tells the run's id.
func (o *observer) Changed(r runs.Run) {
	if o.contestant(o.index).Run == "" {
		o.note(o.update(o.index, func(c *Contestant) { c.Run = r.ID }))
	}
	o.seen.Counted(o.name, r)
	if o.alongside != nil {
		o.alongside.Changed(r)
	}
}

// Note implements orchestrator.Observer.
func (o *observer) Note(text string) { o.seen.Note(o.name, text) }
