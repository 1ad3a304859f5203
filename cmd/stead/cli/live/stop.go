package live

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/orchestrator/active"
	"stead/reach/worker"
	"stead/runs"
)

func stopCommand(p *setup.Process) *cobra.Command {
	var all bool
	c := &cobra.Command{
		Use: "stop RUN... | --all", Short: "End runs",
		Long: "End runs the way a user would: stead asks the CLI to exit, so that its session stays whole and the run can be resumed.\n" +
			"A run that waits for a machine, which stead ps lists as queued, is taken back.",
		Example: "  stead stop ab12\n  stead stop --all",
		RunE: func(c *cobra.Command, args []string) error {
			if all == (len(args) > 0) {
				return failure.Usage(errors.New("name the runs to end, or all with --all"))
			}
			waiting := slices.DeleteFunc(slices.Clone(args), func(name string) bool { return !worker.IsID(name) })
			if len(waiting) > 0 {
				if err := machines.Cancel(c.Context(), p, waiting); err != nil || len(waiting) == len(args) {
					return err
				}
			}
			return stop(c.Context(), p, slices.DeleteFunc(args, worker.IsID))
		},
		ValidArgsFunction: completeActive(p),
	}
	c.Flags().BoolVarP(&all, "all", "a", false, "end all active runs")
	machines.ByReference(c)
	return c
}

// stop ends the named runs, or all active ones if none is named. A run that has already ended is not an error.
func stop(ctx context.Context, p *setup.Process, names []string) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	ending, err := meant(s, names)
	if err != nil {
		return err
	}
	if len(ending) == 0 {
		p.Term.Err.Note("%v", active.ErrNone)
	}
	var failed error
	for _, r := range ending {
		if !r.Busy() {
			p.Term.Err.Note("run %s has already ended", r.ID)
			continue
		}
		end := s.Active().End
		if len(names) == 0 {
			end = s.Runs.End // the contest or chain of the run must not begin the next one
		}
		if err := end(ctx, r); err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		p.Term.Err.Message("run %s has ended", r.ID)
	}
	return failed
}

// meant returns the named runs, or all active ones if none is named.
func meant(s *setup.Setup, names []string) ([]runs.Run, error) {
	if len(names) > 0 {
		return s.Active().Named(names)
	}
	return s.Active().Busy()
}
