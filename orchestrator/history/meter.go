package history

import (
	"stead/runs"
	"stead/timeline"
)

// Meter counts what one CLI uses in a run.
type Meter struct {
	answering bool
	// before is what was spent before this CLI, in US dollars.
	before float64
	// entries is what its entries say that they cost, reported what the CLI itself says that its work has cost.
	entries, reported float64
}

// NewMeter counts on from what was spent before, in US dollars.
func NewMeter(before float64) Meter { return Meter{before: before} }

// Add counts an entry in the run's record: its usage, its turn, its cost.
func (m *Meter) Add(e *timeline.Entry, r *runs.Run) {
	if e.Usage != nil {
		r.Usage = r.Usage.Add(*e.Usage)
		m.entries += e.Usage.Cost
	}
	if !e.Hidden && e.Active() {
		answer := e.Type == timeline.Assistant || e.Type == timeline.ToolCall
		if answer && !m.answering {
			r.Turns++
		}
		m.answering = answer
	}
	m.sum(r)
}

// Report notes in the run's record what the CLI itself says that its work has cost so far, in US dollars.
func (m *Meter) Report(cost float64, r *runs.Run) {
	m.reported = cost
	m.sum(r)
}

func (m *Meter) sum(r *runs.Run) { r.Cost = m.before + max(m.entries, m.reported) }
