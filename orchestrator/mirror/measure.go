package mirror

import (
	"context"

	"stead/orchestrator/history"
	"stead/orchestrator/reconcile"
	"stead/runs"
	"stead/timeline"
)

// progress is what the run has gained since its mirror was last the same.
type progress struct {
	side reconcile.Side
	// journal is the run's timeline, last the place of the last entry that the mirror shall hold.
	journal timeline.Stream
	last    int
}

// measure says what the run has gained: all of it at its end, before that what is finished.
func (m *Mirror) measure(ctx context.Context, run runs.Run, at moment) (p progress, err error) {
	if run.To.CLI == run.Home() && len(run.Hops) == 0 {
		return p, nil // nothing has left the source's CLI yet
	}
	if p.journal, err = m.options.Sources.Journal(ctx, run.ID); err != nil {
		return p, err
	}
	present, _ := run.Mirror()
	whole, settled, err := history.Count(p.journal, run)
	if err != nil {
		return p, err
	}
	if p.last = max(settled, present.Entries); at.last {
		p.last = whole
	}
	p.side, err = reconcile.Measure(history.Between(p.journal, run, present.Entries, p.last).Entries)
	p.side.Busy = settled < whole || at.rest == nil && !m.isIdle()
	return p, err
}
