package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"stead/orchestrator/active"
	"stead/runs"
)

func (a *app) attachCommand() *cobra.Command {
	var watch bool
	c := &cobra.Command{
		Use: "attach [RUN]", Short: "Take a run's terminal", Args: cobra.MaximumNArgs(1),
		Long: "Take the terminal of an active run: its screen is as it was left, and it has the keyboard. Who had it before looks\n" +
			"on from then on. Ctrl-\\ leaves it running (the setting detach_key has another key). Without RUN it is the one that was last active.",
		Example: "  stead attach            the active run that did something last\n" +
			"  stead attach ab12       another one\n" +
			"  stead attach --watch    watch without the keyboard",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := a.setup(nil)
			if err != nil {
				return err
			}
			r, err := s.active().Find(first(args))
			if err != nil {
				return err
			}
			return a.attach(c.Context(), s, r, watch)
		},
		ValidArgsFunction: a.completeLiving,
	}
	c.Flags().BoolVarP(&watch, "watch", "w", false, "watch without the keyboard")
	return c
}

func (a *app) attach(ctx context.Context, s *setup, r runs.Run, watch bool) error {
	if !term.IsTerminal(int(a.Stdin.Fd())) || !term.IsTerminal(int(a.Stdout.Fd())) {
		return usageError{errors.New("there is no terminal to attach: stead logs -f follows a run without one")}
	}
	if r.Headless {
		return &active.HeadlessError{Run: r.ID}
	}
	client, err := s.active().Dial(r)
	if err != nil {
		return err
	}
	defer client.Close()
	v := &visit{app: a, client: client, run: r, watch: watch, key: s.config.DetachKey}
	err = v.stay(ctx)
	if v.over {
		awaitEnd(r)
	}
	return err
}

// awaitEnd waits for the end of the run's process: nothing of the run is left when stead ends.
func awaitEnd(r runs.Run) {
	for deadline := time.Now().Add(time.Second); r.Supervisor.Alive() && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
	}
}

// completeLiving proposes the runs that go on.
func (a *app) completeLiving(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	s, err := a.setup(nil)
	if err != nil {
		return nil, directive
	}
	all, err := s.runs.All()
	if err != nil {
		return nil, directive
	}
	var proposals []string
	short := runs.Short(all)
	for _, r := range all {
		if r.Alive() {
			proposals = append(proposals, fmt.Sprintf("%s\t%s, %s", short[r.ID], r.Route(), r.Shown(true)))
		}
	}
	return proposals, directive
}
