package run

import (
	"stead/orchestrator"
	"stead/orchestrator/delivery"
	"stead/runs"
	"stead/timeline"
)

// observers passes each event on to several observers.
type observers []orchestrator.Observer

// Delivered implements orchestrator.Observer.
func (all observers) Delivered(p delivery.Plan) {
	for _, o := range all {
		o.Delivered(p)
	}
}

// Entry implements orchestrator.Observer.
func (all observers) Entry(e *timeline.Entry) {
	for _, o := range all {
		o.Entry(e)
	}
}

// Changed implements orchestrator.Observer.
func (all observers) Changed(r runs.Run) {
	for _, o := range all {
		o.Changed(r)
	}
}

// Note implements orchestrator.Observer.
func (all observers) Note(text string) {
	for _, o := range all {
		o.Note(text)
	}
}
