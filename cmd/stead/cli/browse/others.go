package browse

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"stead/catalog/listing"
	"stead/catalog/origin"
	"stead/cmd/stead/cli/machines"
	"stead/inject/signals"
	"stead/orchestrator/active"
	"stead/orchestrator/questions"
	"stead/reach/lease"
	"stead/timeline"
	"stead/ui/model"
)

// meet has the user's other machines asked, until the function that it returns is called.
func (m *machine) meet(ctx context.Context) (end func()) {
	m.others = machines.Others(m.p, m.s, func(model.Change) {}, func(err error) { m.apart.Store(&err) })
	if m.others == nil {
		return func() {}
	}
	ctx, stop := context.WithCancel(ctx)
	var asking sync.WaitGroup
	asking.Go(func() { m.others.Run(ctx) })
	return func() {
		stop()
		asking.Wait()
	}
}

// addSessions adds the sessions of the user's other machines, each with the run that works on it.
func (m *machine) addSessions(result *listing.Result) {
	if m.others == nil {
		return
	}
	var page model.Sessions
	m.others.Sessions(&page, model.SessionQuery{})
	at := map[string]model.Run{}
	for _, r := range m.runsElsewhere(false) {
		at[machines.Join(r.Machine, r.To)] = r
	}
	for _, s := range page.Items {
		row := listing.Row{
			Summary: timeline.Summary{
				CLI: s.CLI, ID: s.ID, Title: s.Title, Project: s.Project, Branch: s.Branch, Model: s.Model, Created: s.Created,
				Updated: s.Updated, Bytes: s.Bytes,
			},
			Reference: s.Reference, Machine: s.Machine, State: s.State, Seen: s.Seen,
		}
		if r, ok := at[machines.Join(s.Machine, s.CLI+":"+s.ID)]; ok && r.Alive {
			row.Origin = origin.Origin{Run: machines.Join(r.Machine, r.ID), State: signals.State(r.State)}
		}
		result.Rows = append(result.Rows, row)
	}
	for _, other := range page.Machines {
		if other.State == model.Away {
			result.Warnings = append(result.Warnings, away(other, m))
		}
	}
	if err := m.apart.Load(); err != nil && page.Machines == nil {
		result.Warnings = append(result.Warnings, *err)
	}
	slices.SortStableFunc(result.Rows, newestFirst)
}

// away says that a machine does not answer, and when it was last there.
func away(other model.Elsewhere, m *machine) error {
	if other.Seen.IsZero() {
		return fmt.Errorf("%s is away", other.Name)
	}
	return fmt.Errorf("%s is away since %s", other.Name, lease.When(other.Seen, m.s.Host.Now()))
}

// addRuns adds the runs of the user's other machines.
func (m *machine) addRuns(result *listing.Result) {
	for _, r := range m.runsElsewhere(true) {
		cli, id, _ := strings.Cut(r.To, ":")
		row := listing.Row{
			Summary:   timeline.Summary{CLI: cli, ID: id, Project: r.Folder, Updated: r.Started, Title: r.Route},
			Reference: machines.Join(r.Machine, "run:"+r.ID),
			Machine:   r.Machine, Seen: r.Seen, State: listing.Idle,
			Origin: origin.Origin{Run: machines.Join(r.Machine, r.ID), State: signals.State(r.State)},
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

// runsElsewhere are the runs of the user's other machines: the active ones, or the newest of all.
func (m *machine) runsElsewhere(all bool) []model.Run {
	var page model.Runs
	m.others.Runs(&page, model.RunQuery{Ended: all})
	return page.Items
}

// questionOn is what a run of another machine asks for. The error is that it asks nothing.
func (m *machine) questionOn(name, run string) (active.Question, error) {
	for _, r := range m.runsElsewhere(false) {
		if r.Machine == name && r.ID == run && r.Question != nil {
			return *r.Question, nil
		}
	}
	return active.Question{}, fmt.Errorf("%s: %w", machines.Join(name, run), questions.ErrNone)
}
