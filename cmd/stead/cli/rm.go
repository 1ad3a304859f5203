package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"stead/runs"
)

type rmOptions struct {
	ended, force bool
	olderThan    time.Duration
}

func (a *app) rmCommand() *cobra.Command {
	var o rmOptions
	c := &cobra.Command{
		Use: "rm RUN... | --ended", Short: "Remove runs: their records, journals and recordings",
		Long: "Remove runs: what stead has recorded of them. The sessions that they made stay where their CLIs keep them, but a session whose\n" +
			"run is gone goes back to the CLI that it came from by conversion, no longer by its original records.",
		Example: "  stead rm ab12\n" +
			"  stead rm --ended --older-than 720h    what ended more than a month ago",
		RunE: func(c *cobra.Command, args []string) error {
			if (len(args) == 0) != (o.ended || o.olderThan > 0) {
				return usageError{errors.New("name the runs to remove, or give --ended")}
			}
			s, err := a.setup(nil)
			if err != nil {
				return err
			}
			return a.rm(c, s, args, o)
		},
		ValidArgsFunction: a.completeRuns,
	}
	c.Flags().BoolVar(&o.ended, "ended", false, "all that have ended")
	c.Flags().DurationVar(&o.olderThan, "older-than", 0, "all that have ended and began longer ago than this `TIME`, such as 48h")
	c.Flags().BoolVarP(&o.force, "force", "f", false, "end a run that is still active, then remove it")
	return c
}

func (a *app) rm(c *cobra.Command, s *setup, names []string, o rmOptions) error {
	choose := func() ([]runs.Run, error) { return s.active().Named(names) }
	if len(names) == 0 {
		choose = func() ([]runs.Run, error) { return s.active().Ended(s.host.Now().Add(-o.olderThan)) }
	}
	chosen, err := choose()
	if err != nil {
		return err
	}
	if len(chosen) == 0 {
		a.note("no such run has ended")
	}
	var failed []error
	for _, r := range chosen {
		if err := a.endAndRemove(c.Context(), s, r, o.force); err != nil {
			failed = append(failed, fmt.Errorf("remove run %s: %w", r.ID, err))
		}
	}
	return errors.Join(failed...)
}

func (a *app) endAndRemove(ctx context.Context, s *setup, r runs.Run, force bool) error {
	if force {
		if err := s.active().End(ctx, r); err != nil {
			return err
		}
	}
	return a.remove(s, r)
}

func (a *app) remove(s *setup, r runs.Run) error {
	made := r.To.ID != "" && r.Home() != r.To.CLI
	if err := s.active().Remove(r); err != nil {
		return err
	}
	a.tell("removed run %s", r.ID)
	if made {
		a.note("%s goes back to %s by conversion from now on", r.To.Reference(), r.Home())
	}
	return nil
}

// completeRuns proposes runs.
func (a *app) completeRuns(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	s, err := a.setup(nil)
	if err != nil {
		return nil, directive
	}
	all, err := s.runs.All()
	if err != nil {
		return nil, directive
	}
	short := runs.Short(all)
	proposals := make([]string, 0, len(all))
	for _, r := range all {
		proposals = append(proposals, fmt.Sprintf("%s\t%s, %s", short[r.ID], r.Route(), r.Shown(r.Alive())))
	}
	return proposals, directive
}
