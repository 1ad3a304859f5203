package browse

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"stead/catalog/listing"
	"stead/catalog/origin"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/inject/signals"
	"stead/orchestrator/active"
	"stead/orchestrator/questions"
	"stead/reach/lease"
	"stead/reach/remote"
	"stead/timeline"
	"stead/ui/api/others"
	"stead/ui/model"
)

// elsewhere holds the sessions and runs of the user's other machines.
type elsewhere struct {
	now func() time.Time
	// others are these machines. Nil means that there are none.
	others *others.Others
	// apart is the reason why they are unknown.
	apart atomic.Pointer[error]
}

// meet makes stead ask the user's other machines, until the returned function is called.
func (e *elsewhere) meet(ctx context.Context, p *setup.Process, s *setup.Setup) (end func()) {
	e.others = machines.Others(p, s, func(model.Change) {}, func(err error) { e.apart.Store(&err) })
	if e.others == nil {
		return func() {}
	}
	ctx, stop := context.WithCancel(ctx)
	var asking sync.WaitGroup
	asking.Go(func() { e.others.Run(ctx) })
	return func() {
		stop()
		asking.Wait()
	}
}

// addSessions adds the sessions of the user's other machines, each with the run that works on it.
func (e *elsewhere) addSessions(result *listing.Result) {
	if e.others == nil {
		return
	}
	var page model.Sessions
	e.others.Sessions(&page, model.SessionQuery{})
	at := map[string]model.Run{}
	for _, r := range e.runs(false) {
		at[remote.Join(r.Machine, r.To)] = r
	}
	for _, s := range page.Items {
		row := listing.Row{
			Summary: timeline.Summary{
				CLI: s.CLI, ID: s.ID, Title: s.Title, Project: s.Project, Branch: s.Branch, Model: s.Model, Created: s.Created,
				Updated: s.Updated, Bytes: s.Bytes,
			},
			Reference: s.Reference, Machine: s.Machine, State: s.State, Seen: s.Seen,
		}
		if r, ok := at[remote.Join(s.Machine, s.CLI+":"+s.ID)]; ok && r.Alive {
			row.Origin = origin.Origin{Run: remote.Join(r.Machine, r.ID), State: signals.State(r.State)}
		}
		result.Rows = append(result.Rows, row)
	}
	for _, other := range page.Machines {
		if other.State == model.Away {
			result.Warnings = append(result.Warnings, away(other, e.now()))
		}
	}
	if err := e.apart.Load(); err != nil && page.Machines == nil {
		result.Warnings = append(result.Warnings, *err)
	}
	slices.SortStableFunc(result.Rows, newestFirst)
}

// away says that a machine does not respond, and when it was last there.
func away(other model.Elsewhere, now time.Time) error {
	if other.Seen.IsZero() {
		return fmt.Errorf("%s is away", other.Name)
	}
	return fmt.Errorf("%s is away since %s", other.Name, lease.When(other.Seen, now))
}

// addRuns adds the runs of the user's other machines.
func (e *elsewhere) addRuns(result *listing.Result) {
	for _, r := range e.runs(true) {
		cli, id, _ := strings.Cut(r.To, ":")
		row := listing.Row{
			Summary:   timeline.Summary{CLI: cli, ID: id, Project: r.Folder, Updated: r.Started, Title: r.Route},
			Reference: remote.Join(r.Machine, "run:"+r.ID),
			Machine:   r.Machine, Seen: r.Seen, State: listing.Idle,
			Origin: origin.Origin{Run: remote.Join(r.Machine, r.ID), State: signals.State(r.State)},
		}
		if !r.Since.IsZero() {
			row.Updated = r.Since
		}
		if about := cmp.Or(r.About, r.Prompt, r.Reason); about != "" {
			row.Title += "  " + about
		}
		switch {
		case !r.Alive:
		case row.Origin.State.Waits():
			row.State = listing.Waiting
		default:
			row.State = listing.Working
		}
		result.Rows = append(result.Rows, row)
	}
}

// runs returns the runs of the user's other machines: the active ones, or the newest of all.
func (e *elsewhere) runs(all bool) []model.Run {
	var page model.Runs
	e.others.Runs(&page, model.RunQuery{Ended: all})
	return page.Items
}

// question returns the question of a run on another machine. The error says that the run asks nothing.
func (e *elsewhere) question(name, run string) (active.Question, error) {
	for _, r := range e.runs(false) {
		if r.Machine == name && r.ID == run && r.Question != nil {
			return *r.Question, nil
		}
	}
	return active.Question{}, fmt.Errorf("%s: %w", remote.Join(name, run), questions.ErrNone)
}
