package history

import (
	"stead/runs"
	"stead/timeline"
)

// Meter counts the usage of one CLI in a run.
type Meter struct {
	answering bool
	// before is the cost before this CLI, in US dollars.
	before float64
	// entries is the total cost that the entries state, reported the cost that the CLI itself states for its work.
	entries, reported float64
}

// NewMeter continues from the cost so far, in US dollars.
func NewMeter(before float64) Meter { return Meter{before: before} }

// Add adds an entry to the run's record: its usage, its turn, its cost.
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

// Report writes the cost that the CLI itself states for its work so far, in US dollars, into the run's record.
func (m *Meter) Report(cost float64, r *runs.Run) {
	m.reported = cost
	m.sum(r)
}

func (m *Meter) sum(r *runs.Run) { r.Cost = m.before + max(m.entries, m.reported) }
