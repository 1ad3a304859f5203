package remote

import (
	"context"
	"time"

	"stead/catalog/listing"
	"stead/reach/summaries"
	"stead/runs"
)

// Sessions are the sessions that match a query. They implement [Kind].
type Sessions struct{ listing.Query }

func (Sessions) known(ctx context.Context, s *summaries.Store,
	machine string) (rows []listing.Row, at time.Time, err error) {
	rows, err = s.Rows(ctx, machine)
	if len(rows) > 0 {
		at = rows[0].Updated
	}
	return rows, at, err
}

func (q Sessions) asOf(machine string, rows []listing.Row, seen time.Time) []listing.Row {
	for i := range rows {
		rows[i].Seen = seen
	}
	return q.marked(machine, listing.Of(q.Query, rows))
}

func (Sessions) marked(machine string, rows []listing.Row) []listing.Row {
	for i := range rows {
		r := &rows[i]
		r.Machine, r.Reference, r.Also = machine, Join(machine, r.Reference), nil // it was asked only for its own
		if r.From != "" && r.Origin.Came == "" {
			r.From = Join(machine, r.From)
		}
	}
	return rows
}

// Run is a run in the output of ps --json.
type Run struct {
	runs.Run
	// Shown is the state that ps shows. Alive says whether the run's process lives.
	Shown string `json:"shown"`
	// Machine is the machine of the run. Empty for this one.
	Machine string `json:"machine,omitempty"`
	// Seen is when that machine was last present, if it is away: the run's data is from that time. Zero for all others.
	Seen    time.Time `json:"seen,omitzero"`
	Alive   bool      `json:"alive"`
	Journal string    `json:"journal"`
	// Parts name the sessions that the run went through, if there are several.
	Parts []runs.NamedPart `json:"parts,omitempty"`
}

// ShownAway is the state of a run that was at work when its machine was last seen.
const ShownAway = "away"

// Runs are the active runs, or with ended ones all. They implement [Kind].
type Runs struct{ WithEnded bool }

func (Runs) known(ctx context.Context, s *summaries.Store, machine string) (all []Run, at time.Time, err error) {
	told, err := s.Runs(ctx, machine)
	for _, r := range told {
		all = append(all, Run{Run: r.Run, Alive: r.Alive})
		for _, then := range []time.Time{r.Started, r.Since} {
			if then.After(at) {
				at = then
			}
		}
	}
	return all, at, err
}

func (l Runs) asOf(machine string, all []Run, seen time.Time) (listed []Run) {
	for _, r := range all {
		if !l.WithEnded && r.Status != runs.Running {
			continue
		}
		if r.Shown = r.Run.Shown(r.Alive); r.Alive {
			r.Shown = ShownAway
		}
		r.Alive, r.Seen = false, seen // the current state there is unknown
		listed = append(listed, r)
	}
	return l.marked(machine, listed)
}

func (Runs) marked(machine string, all []Run) []Run {
	for i := range all {
		all[i].Machine = machine
	}
	return all
}
