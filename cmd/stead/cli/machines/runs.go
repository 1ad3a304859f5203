package machines

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/setup"
	"stead/reach/summaries"
	"stead/runs"
)

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

// Runs asks the user's other machines, as [Gather] does, for their runs, grouped by machine: the active ones, or all.
// For a machine that does not answer, it returns the runs that it last published. Notes name those machines, and what
// is unknown.
func Runs(ctx context.Context, p *setup.Process, c *cobra.Command, withEnded bool) (all [][]Run, notes []string) {
	return everywhere(ctx, p, c, listedRuns{withEnded})
}

// listedRuns are the active runs, or all. They implement kind.
type listedRuns struct{ withEnded bool }

func (listedRuns) noun() string { return "runs" }

func (listedRuns) known(ctx context.Context, s *summaries.Store, machine string) (all []Run, at time.Time, err error) {
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

func (l listedRuns) asOf(machine string, all []Run, seen time.Time) (listed []Run) {
	for _, r := range all {
		if !l.withEnded && r.Status != runs.Running {
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

func (listedRuns) marked(machine string, all []Run) []Run {
	for i := range all {
		all[i].Machine = machine
	}
	return all
}
