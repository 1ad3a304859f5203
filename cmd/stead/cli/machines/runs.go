package machines

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/reach/member"
	"stead/reach/remote"
	"stead/reach/summaries"
	"stead/runs"
	"stead/runs/dated"
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

// Sent records a run that was begun on another machine, so that it is listed even if that machine, or the hub, is away
// before it was asked. Errors: those of the local data about other machines.
func Sent(ctx context.Context, s *setup.Setup, h *remote.Hub, machine string, r runs.Run) error {
	m, err := member.Load(s.Config.Folders.Data)
	if err != nil {
		return err
	}
	l, err := lastOf(ctx, s, m)
	if err != nil {
		return err
	}
	defer l.close()
	within, cancel := remote.Soon(ctx)
	defer cancel()
	l.catchUp(within, h) // a machine of which nothing was read is not known by its name
	if err := l.store.Sent(ctx, machine, r); err != nil {
		return err
	}
	return l.store.Saw(ctx, map[string]time.Time{machine: l.now()})
}

// RunOf returns the id of a run of a machine that is away, from the runs that it has published. The name is the
// beginning of the id, or its last four digits. A complete id need not be known. Errors: a *failure.Error for a name
// that no run has, and those that wrap [runs.ErrAmbiguous].
func RunOf(ctx context.Context, s *setup.Setup, h *remote.Hub, machine, name string) (id string, err error) {
	if dated.IsID(name) {
		return name, nil
	}
	m, err := member.Load(s.Config.Folders.Data)
	if err != nil {
		return "", err
	}
	l, err := lastOf(ctx, s, m)
	if err != nil {
		return "", err
	}
	defer l.close()
	within, cancel := remote.Soon(ctx)
	defer cancel()
	l.catchUp(within, h)
	told, err := l.store.Runs(ctx, machine)
	if err != nil {
		return "", err
	}
	ids := make([]string, len(told))
	for i, r := range told {
		ids[i] = r.ID
	}
	id, err = s.Runs.Of(ids, name)
	switch {
	case errors.Is(err, runs.ErrNotFound):
		return "", l.unknownRun(machine, name)
	case err != nil:
		return "", fmt.Errorf("%s is away; of the runs that it has told of: %w", machine, err)
	}
	return id, nil
}

// unknownRun returns the error that a machine that is away has published no run with a name.
func (l *last) unknownRun(machine, name string) error {
	text := fmt.Sprintf("%s is away, and this machine knows no run %s of it", machine, name)
	if l.failed != nil {
		text += fmt.Sprintf("; what %s has told of last may be missing: %v", machine, l.failed)
	}
	return &failure.Error{Code: failure.NotFound, Text: text,
		Tip: "stead ps --all lists the runs that are known; any other needs its whole id"}
}
