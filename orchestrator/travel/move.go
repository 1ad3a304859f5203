package travel

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"stead/inject/signals"
	"stead/orchestrator/active"
	"stead/reach/remote"
	"stead/runs"
)

// Move ends a run here that continues on another machine.
type Move struct {
	Home
	// Limit is how long it waits for the end of the run's turn.
	Limit time.Duration
	// Waits is called with the run for whose turn it waits, and again if the run asks for permission.
	Waits func(runs.Run)
}

// End ends a run after its turn, and returns it in its last state. It asks the other machine first: no run ends for a
// machine that is away. Errors: those of the hub, *TurnError, that the run cannot be ended.
func (m Move) End(ctx context.Context, machine string, r runs.Run) (runs.Run, error) {
	if err := m.reach(ctx, machine); err != nil {
		return r, err
	}
	r, err := m.atRest(ctx, r)
	if err == nil && r.Alive() {
		err = active.Runs{Records: m.runs(), State: m.State}.End(ctx, r)
	}
	return r, err
}

// reach returns an error if the machine does not answer.
func (m Move) reach(ctx context.Context, machine string) error {
	hub, err := m.Connect(ctx)
	if err != nil {
		return err
	}
	defer hub.Close()
	return remote.Call(ctx, hub, machine, []string{"version"}, nil, io.Discard)
}

// Moved writes into the record of a run that has ended here as which run it continues. Errors are those of the record.
func (m Move) Moved(id, run string) error {
	r, err := m.runs().Load(id)
	if err != nil {
		return err
	}
	r.Moved, r.Reason = run, "moved: it goes on as "+run+" (stead attach "+run+")"
	return m.runs().Save(r)
}

// glance is how often a run is looked at whose turn is not over.
const glance = 200 * time.Millisecond

// atRest waits until a run's turn is over, and returns the run in its state then. It waits for the end of the turn, or
// for the user's answer.
func (m Move) atRest(ctx context.Context, r runs.Run) (runs.Run, error) {
	over := time.After(m.Limit)
	for told := signals.State(""); r.Alive() && r.State != signals.Input; {
		if asks := r.State == signals.Permission; told == "" || asks && told != r.State {
			m.Waits(r)
			told = r.State
		}
		select {
		case <-ctx.Done():
			return r, context.Cause(ctx)
		case <-over:
			return r, &TurnError{Run: r.ID, Limit: m.Limit}
		case <-time.After(glance):
		}
		var err error
		if r, err = m.runs().Load(r.ID); err != nil {
			return r, err
		}
	}
	return r, nil
}

// TurnError says that a run was not moved because its turn took too long.
type TurnError struct {
	// Run is the run's id.
	Run   string
	Limit time.Duration
}

// Error names the run and the limit.
func (e *TurnError) Error() string {
	return fmt.Sprintf("run %s was not moved: its turn was not over after %v", e.Run, e.Limit)
}

// Hint says how to look at the run.
func (e *TurnError) Hint() string { return strings.Join(e.Proposal(), "") }

// Proposal returns the hint in parts: words, with every second part a reference.
func (e *TurnError) Proposal() []string {
	return []string{"see what it does: stead attach ", e.Run, "; a longer --timeout waits longer"}
}
