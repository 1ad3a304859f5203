package ab

import (
	"stead/orchestrator"
	"stead/orchestrator/delivery"
	"stead/runs"
	"stead/timeline"
	"stead/writers"
)

// Watcher follows a contest live. Several contestants call its methods at the same time.
type Watcher interface {
	// Changed is called when the contest's record has changed: it began, a contestant made progress, it ended.
	Changed(Contest)
	// Counted is called when the record of a contestant's run has changed.
	Counted(name string, r runs.Run)
	// Did is called for each new entry of a contestant's conversation, hidden ones included.
	Did(name string, e *timeline.Entry)
	// Note is called with messages that the user should know but need not act upon. Name is empty if the message is about
	// the contest.
	Note(name, text string)
}

// observer tells the watcher what a contestant's run does.
type observer struct {
	*contestRun
	index int
	name  string
	// alongside gets the same calls. Nil if there is no other observer.
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

// Changed implements orchestrator.Observer. The first record has the run's id.
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
