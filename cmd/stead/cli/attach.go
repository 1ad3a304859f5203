package cli

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"stead/control"
	"stead/internal/dated"
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
			r, err := s.living(args)
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
		return &headlessError{r.ID}
	}
	client, err := s.reach(r)
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

// living returns the run that is meant, which must go on; the one of those that was last active when none is named.
func (s *setup) living(args []string) (runs.Run, error) {
	if len(args) > 0 && args[0] != dated.Latest {
		r, err := s.runs.Find(args[0])
		if err == nil && !r.Alive() {
			err = &endedError{r}
		}
		return r, err
	}
	all, err := s.runs.All()
	if err != nil {
		return runs.Run{}, err
	}
	var alive []string
	for _, r := range all {
		if r.Alive() {
			alive = append(alive, r.ID)
		}
	}
	if len(alive) == 0 {
		return runs.Run{}, errNoneGoesOn
	}
	return s.runs.Load(s.runs.Latest(alive))
}

// reach connects to a run.
func (s *setup) reach(r runs.Run) (*control.Client, error) {
	client, err := control.Dial(control.Find(s.config.Folders.State, r.ID))
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", r.ID, err)
	}
	return client, nil
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
			proposals = append(proposals, fmt.Sprintf("%s\t%s, %s", short[r.ID], route(r), shownState(r, true)))
		}
	}
	return proposals, directive
}

// endedError is a run that does not go on.
type endedError struct{ run runs.Run }

// Error says so.
func (e *endedError) Error() string {
	if e.run.Status == runs.Running {
		return fmt.Sprintf("run %s does not go on: its process was killed", e.run.ID)
	}
	return fmt.Sprintf("run %s has ended", e.run.ID)
}

// Hint says how to go on with it.
func (e *endedError) Hint() string { return "resume it: stead run --resume " + e.run.ID }

// headlessError is a run without a terminal.
type headlessError struct{ run string }

// Error says so.
func (e *headlessError) Error() string {
	return fmt.Sprintf("run %s is headless: it has no terminal", e.run)
}

// Hint says how to look at it.
func (e *headlessError) Hint() string { return "follow it: stead logs -f " + e.run }
