package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

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
	c.Flags().BoolVarP(&all, "all", "a", false, "end all runs that go on")
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
		if err := s.runs.End(ctx, r); err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		a.tell("run %s is ended", r.ID)
	}
	return failed
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
