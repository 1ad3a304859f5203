package orchestrator

import (
	"context"
	"fmt"
	"slices"

	"stead/orchestrator/session"
)

// AlreadyError says that a run is in the CLI to which its user wants to move it.
type AlreadyError struct{ Title string }

// Error names the CLI.
func (e *AlreadyError) Error() string { return "the run is in " + e.Title + " already" }

// switching moves a run to the CLI in which its user wants to go on.
type switching struct{ run *run }

// can says why the run cannot move to a CLI, as far as that is known before the session is delivered to it.
func (s switching) can(ctx context.Context, cli string) error {
	r := s.run
	if r.request.Headless {
		return session.ErrHeadless
	}
	a, err := r.o.planner().Adapter(cli)
	if err != nil {
		return err
	}
	if cli == r.part.delivery.Request.To {
		return &AlreadyError{a.Driver.Info().Title}
	}
	_, err = r.o.Locate(ctx, a.Driver)
	return err
}

// next prepares the part of the CLI in which the user goes on. If that fails, the run goes on in the CLI it was in.
func (s switching) next(ctx context.Context, why *session.SwitchError) (*part, error) {
	r := s.run
	r.request = r.request.current()
	to := why.Switch.To
	rest := slices.DeleteFunc(slices.Clone(r.request.Failover), func(name string) bool { return name == to })
	next, err := move{run: r, to: to, rest: rest, why: why, user: &why.Switch}.hop(ctx)
	if err == nil || ctx.Err() != nil {
		return next, err
	}
	r.seen.Note(fmt.Sprintf("%s cannot take over: %v", to, err))
	return r.renew(ctx)
}
