package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"stead/control"
	"stead/runs"
)

func (a *app) stopCommand() *cobra.Command {
	var all bool
	c := &cobra.Command{
		Use: "stop RUN... | --all", Short: "End runs",
		Long:    "End runs as their user would: the CLI is asked to end, so that its session stays whole, and the run can be resumed.",
		Example: "  stead stop ab12\n  stead stop --all",
		RunE: func(c *cobra.Command, args []string) error {
			if all == (len(args) > 0) {
				return usageError{errors.New("name the runs to end, or all with --all")}
			}
			return a.stop(c.Context(), args)
		},
		ValidArgsFunction: a.completeLiving,
	}
	c.Flags().BoolVarP(&all, "all", "a", false, "end all active runs")
	return c
}

// stop ends the named runs, all when none is named. One that has ended is no error.
func (a *app) stop(ctx context.Context, names []string) error {
	s, err := a.setup(nil)
	if err != nil {
		return err
	}
	ending, err := s.meant(names)
	if err != nil {
		return err
	}
	if len(ending) == 0 {
		a.note("%v", errNoneGoesOn)
	}
	var failed error
	for _, r := range ending {
		if !r.Busy() {
			a.note("run %s has ended before", r.ID)
			continue
		}
		end := s.end
		if len(names) == 0 {
			end = s.runs.End // what a run is a part of must not begin the next one
		}
		if err := end(ctx, r); err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		a.tell("run %s has ended", r.ID)
	}
	return failed
}

// stopGrace is how long a run may take to end that is asked to: its CLI may take a while to save its session.
const stopGrace = 30 * time.Second

// end ends a run. One that is a part of something shares its process with the other parts: it is asked to end by its socket. Where
// nobody hears that, and for all others, the process is told by a signal.
func (s *setup) end(ctx context.Context, r runs.Run) error {
	if r.Part == nil || !r.Alive() {
		return s.runs.End(ctx, r)
	}
	client, err := s.reach(r)
	if err != nil {
		return s.runs.End(ctx, r)
	}
	defer client.Close()
	ctx, cancel := context.WithTimeoutCause(ctx, stopGrace, fmt.Errorf("run %s has not ended after %v", r.ID, stopGrace))
	defer cancel()
	if err := errors.Join(client.Follow(control.Ended), client.Stop()); err != nil {
		return s.runs.End(ctx, r)
	}
	if alone := awaitStop(ctx, client); alone {
		return s.runs.End(ctx, r)
	}
	return context.Cause(ctx)
}

// awaitStop waits until a run that was asked to end has ended. Alone tells that it has its process to itself, which a signal ends.
func awaitStop(ctx context.Context, client *control.Client) (alone bool) {
	events := client.Events(ctx.Done())
	for {
		select {
		case <-ctx.Done():
			return false
		case e, open := <-events:
			var why string
			if e.Kind == control.Stopping && e.Into(&why) == nil && why != "" {
				return true
			}
			if !open || e.Kind == control.Ended {
				return false
			}
		}
	}
}

// meant returns the named runs, those that go on when none is named.
func (s *setup) meant(names []string) ([]runs.Run, error) {
	var meant []runs.Run
	for _, name := range names {
		r, err := s.runs.Find(name)
		if err != nil {
			return nil, err
		}
		meant = append(meant, r)
	}
	if len(names) > 0 {
		return meant, nil
	}
	all, err := s.runs.All()
	for _, r := range all {
		if r.Busy() {
			meant = append(meant, r)
		}
	}
	return meant, err
}
