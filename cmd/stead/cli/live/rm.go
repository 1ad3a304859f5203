package live

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/runs"
)

type rmOptions struct {
	ended, force bool
	olderThan    time.Duration
}

func rmCommand(p *setup.Process) *cobra.Command {
	var o rmOptions
	c := &cobra.Command{
		Use: "rm RUN... | --ended", Short: "Remove the records, journals and recordings of runs",
		Long: "Remove what stead recorded about runs. The sessions that the runs made stay in their CLIs. However, without the run's\n" +
			"record, a session returns to its original CLI by conversion and not with its original records.\n\n" +
			"What a hub has of the runs can be read by no machine any more. While the hub is away stead node does that later.",
		Example: "  stead rm ab12\n" +
			"  stead rm --ended --older-than 720h    what ended more than a month ago",
		RunE: func(c *cobra.Command, args []string) error {
			if (len(args) == 0) != (o.ended || o.olderThan > 0) {
				return failure.Usage(errors.New("name the runs to remove, or give --ended"))
			}
			s, err := p.Load(nil)
			if err != nil {
				return err
			}
			return rm(c.Context(), p, s, args, o)
		},
		ValidArgsFunction: completeRuns(p),
	}
	c.Flags().BoolVar(&o.ended, "ended", false, "remove all ended runs")
	c.Flags().DurationVar(&o.olderThan, "older-than", 0, "remove ended runs that began longer ago than this `TIME`, such as 48h")
	c.Flags().BoolVarP(&o.force, "force", "f", false, "end a run that is still active, then remove it")
	machines.ByReference(c)
	return c
}

func rm(ctx context.Context, p *setup.Process, s *setup.Setup, names []string, o rmOptions) error {
	choose := func() ([]runs.Run, error) { return s.Active().Named(names) }
	if len(names) == 0 {
		choose = func() ([]runs.Run, error) { return s.Active().Ended(s.Host.Now().Add(-o.olderThan)) }
	}
	chosen, err := choose()
	if err != nil {
		return err
	}
	if len(chosen) == 0 {
		p.Term.Note("no such ended runs")
	}
	copies, err := copiesAtHub(s)
	if err != nil {
		return err
	}
	var failed []error
	for _, r := range chosen {
		if err := copies.note(r); err != nil {
			failed = append(failed, err)
			continue
		}
		if err := endAndRemove(ctx, p.Term, s, r, o.force); err != nil {
			failed = append(failed, fmt.Errorf("remove run %s: %w", r.ID, err))
		}
	}
	copies.remove(ctx, p, s)
	return errors.Join(failed...)
}

func endAndRemove(ctx context.Context, t *term.Terminal, s *setup.Setup, r runs.Run, force bool) error {
	if force {
		if err := s.Active().End(ctx, r); err != nil {
			return err
		}
	}
	return remove(t, s, r)
}

func remove(t *term.Terminal, s *setup.Setup, r runs.Run) error {
	made := r.To.ID != "" && r.Home() != r.To.CLI
	if err := s.Active().Remove(r); err != nil {
		return err
	}
	t.Message("removed run %s", r.ID)
	if made {
		t.Note("%s returns to %s by conversion from now on", r.To.Reference(), r.Home())
	}
	return nil
}
