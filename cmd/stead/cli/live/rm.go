package live

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/internal/render/transcript"
	"stead/orchestrator/ab"
	"stead/orchestrator/active"
	"stead/reach/journey"
	"stead/runs"
)

type rmOptions struct {
	ended, force, unfetched bool
	olderThan               time.Duration
}

func rmCommand(p *setup.Process) *cobra.Command {
	var o rmOptions
	c := &cobra.Command{
		Use: "rm RUN... | --ended", Short: "Remove the records, journals and recordings of runs",
		Long: "Remove what stead recorded about runs. The sessions that the runs made stay in their CLIs. However, without the run's\n" +
			"record, a session returns to its original CLI by conversion and not with its original records.\n\n" +
			"With the last run of what came from another machine, rm also removes that: the copy of the work, its branch and the\n" +
			"session. It keeps a run while the copy holds work that is nowhere else: fetch that, or merge its branch.\n\n" +
			"--ended keeps the runs of a contest that has no winner yet, until `stead ab clean`.\n\n" +
			"rm also makes what the hub has of the runs unreadable. If the hub is away, stead node does that later.",
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
	c.Flags().DurationVar(&o.olderThan, "older-than", 0,
		"remove ended runs that began longer ago than this `TIME`, such as 48h")
	c.Flags().BoolVarP(&o.force, "force", "f", false, "end a run that is still active, then remove it")
	c.Flags().BoolVar(&o.unfetched, "unfetched", false, "also remove work of another machine that nobody has fetched")
	machines.ByReference(c)
	return c
}

func rm(ctx context.Context, p *setup.Process, s *setup.Setup, names []string, o rmOptions) error {
	choose := func() ([]runs.Run, error) { return s.Active().Named(names) }
	if len(names) == 0 {
		choose = func() ([]runs.Run, error) { return ended(p, s, o.olderThan) }
	}
	chosen, err := choose()
	if err != nil {
		return err
	}
	if len(chosen) == 0 {
		p.Term.Err.Note("no such ended runs")
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
		if err := endAndRemove(ctx, p.Term, s, r, o); err != nil {
			failed = append(failed, fmt.Errorf("remove run %s: %w", r.ID, err))
		}
	}
	copies.remove(ctx, p, s)
	return errors.Join(failed...)
}

// ended returns the runs that have ended and that began more than olderThan ago, without those of contests that have no
// winner yet.
func ended(p *setup.Process, s *setup.Setup, olderThan time.Duration) ([]runs.Run, error) {
	all, err := s.Active().Ended(s.Host.Now().Add(-olderThan))
	if err != nil {
		return nil, err
	}
	undecided, others, err := ab.Open(s.Config.Folders.Data).Undecided(all)
	if len(undecided) > 0 {
		p.Term.Err.Note("kept %s of contests that have no winner yet: pick one, or run `stead ab clean`",
			transcript.Count(len(undecided), "run"))
	}
	return others, err
}

func endAndRemove(ctx context.Context, t *term.Terminal, s *setup.Setup, r runs.Run, o rmOptions) error {
	if o.force {
		if err := s.Active().End(ctx, r); err != nil {
			return err
		}
	}
	going, err := goingWith(ctx, s, r, o)
	if err != nil {
		return err
	}
	if err := remove(t, s, r); err != nil {
		return err
	}
	for _, a := range going {
		if err := journey.OpenArrivals(s.Config.Folders.Data).Remove(ctx, a); err != nil {
			return err
		}
		t.Err.Message("removed what had come from %s for it", cmp.Or(a.Machine, "another machine"))
	}
	return nil
}

// goingWith returns what has come from other machines only for this run. The error wraps journey.ErrUnfetched if
// removing that would lose work.
func goingWith(ctx context.Context, s *setup.Setup, r runs.Run, o rmOptions) ([]journey.Arrival, error) {
	if now, err := s.Runs.Load(r.ID); err == nil && now.Busy() {
		return nil, active.ErrBusy // its CLI may still work in the copy
	}
	all, err := s.Runs.All()
	if err != nil {
		return nil, err
	}
	data := s.Config.Folders.Data
	arrivals := journey.OpenArrivals(data)
	going := arrivals.Lasts(r, all)
	for _, a := range going {
		if o.unfetched {
			break
		}
		if err := arrivals.Check(ctx, a, journey.OpenDepartures(data)); err != nil {
			return nil, err
		}
	}
	return going, nil
}

func remove(t *term.Terminal, s *setup.Setup, r runs.Run) error {
	// A session that returns to its origin does not count.
	made := r.To.ID != "" && r.Home() != r.To.CLI && (r.Came == nil || r.Came.From == "")
	if err := s.Active().Remove(r); err != nil {
		return err
	}
	t.Err.Message("removed run %s", r.ID)
	if made {
		t.Err.Note("%s returns to %s by conversion from now on", r.To.Reference(), r.Home())
	}
	return nil
}
