package live

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/run/supervisor"
	"stead/cmd/stead/cli/setup"
	"stead/orchestrator/active"
	"stead/runs"
)

func attachCommand(p *setup.Process) *cobra.Command {
	var watch bool
	c := &cobra.Command{
		Use: "attach [RUN]", Short: "Attach to the terminal of a run", Args: flags.AtMost(1),
		Long: "Attach to the terminal of an active run. You see its screen as it is now and get the keyboard; whoever had the\n" +
			"keyboard keeps watching. Ctrl-\\ detaches and leaves the run active (the setting detach_key changes the key). RUN\n" +
			"defaults to the run that was last active.",
		Example: "  stead attach            the run that was last active\n" +
			"  stead attach ab12       a run by its id\n" +
			"  stead attach --watch    watch without the keyboard\n" +
			"  stead attach desk/ab12  a run on your machine desk",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := p.Load(nil)
			if err != nil {
				return err
			}
			r, err := s.Active().Find(flags.First(args))
			if err != nil {
				return err
			}
			return attach(c.Context(), p, s, r, watch)
		},
		ValidArgsFunction: completeActive(p),
	}
	c.Flags().BoolVarP(&watch, "watch", "w", false, "watch without the keyboard")
	machines.ByReference(c)
	return c
}

func attach(ctx context.Context, p *setup.Process, s *setup.Setup, r runs.Run, watch bool) error {
	if !p.Term.IsInteractive() {
		return failure.Usage(errors.New("attach needs a terminal; stead logs -f follows a run without one"))
	}
	if r.Headless {
		return &active.HeadlessError{Run: r.ID}
	}
	client, err := s.Active().Dial(r)
	if err != nil {
		return err
	}
	defer client.Close()
	over, err := supervisor.Attach(ctx, supervisor.AttachOptions{Process: p, Client: client, Run: r, Watch: watch,
		Key: s.Config.DetachKey})
	if over {
		awaitEnd(r)
	}
	return err
}

// awaitEnd waits for the end of the run's process, so that nothing of the run is left when stead ends.
func awaitEnd(r runs.Run) {
	for deadline := time.Now().Add(time.Second); r.Supervisor.Alive() && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
	}
}
