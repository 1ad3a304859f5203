package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"stead/orchestrator/active"
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
		a.note("%v", active.ErrNone)
	}
	var failed error
	for _, r := range ending {
		if !r.Busy() {
			a.note("run %s has ended before", r.ID)
			continue
		}
		end := s.active().End
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

// meant returns the named runs, those that are worked on when none is named.
func (s *setup) meant(names []string) ([]runs.Run, error) {
	if len(names) > 0 {
		return s.active().Named(names)
	}
	return s.active().Busy()
}

// active are the runs that have not ended.
func (s *setup) active() active.Runs {
	return active.Runs{Records: s.runs, State: s.config.Folders.State}
}
