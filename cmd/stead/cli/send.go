package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"stead/control"
	"stead/runs"
	"stead/signs"
)

func (a *app) sendCommand() *cobra.Command {
	var wait bool
	c := &cobra.Command{
		Use: "send RUN TEXT|-", Short: "Type a text into a run", Args: cobra.ExactArgs(2),
		Long: "Type a text into the CLI of a run and submit it, as soon as its turn is over. send returns when that is done; with --wait\n" +
			"when the turn that follows has ended, and prints the answer.",
		Example: "  stead send ab12 'Run the tests'\n" +
			"  git diff | stead send latest - --wait",
		RunE: func(c *cobra.Command, args []string) error {
			text := args[1]
			if text == "-" {
				read, err := io.ReadAll(a.Stdin)
				if err != nil {
					return fmt.Errorf("read the text from standard input: %w", err)
				}
				text = string(read)
			}
			return a.send(c.Context(), args[0], text, wait)
		},
		ValidArgsFunction: a.completeLiving,
	}
	c.Flags().BoolVarP(&wait, "wait", "w", false, "wait for the end of the turn and print the answer")
	return c
}

func (a *app) send(ctx context.Context, name, text string, wait bool) error {
	s, err := a.setup(nil)
	if err != nil {
		return err
	}
	r, err := s.living([]string{name})
	if err != nil {
		return err
	}
	if r.Headless {
		return &headlessError{r.ID}
	}
	client, err := s.reach(r)
	if err != nil {
		return err
	}
	defer client.Close()
	defer context.AfterFunc(ctx, client.Close)()
	if err := client.Follow(control.Changed, control.Ended); err != nil {
		return err
	}
	if err := client.Send(text); err != nil {
		return err
	}
	e := dialogue{app: a, client: client, run: r, wait: wait}
	return e.hear(ctx)
}

// dialogue is a text and the answer to it.
type dialogue struct {
	*app
	client *control.Client
	run    runs.Run
	wait   bool
	sent   bool
	turns  int
}

// hear waits until the text was typed, and for the end of the turn when that is wanted.
func (x *dialogue) hear(ctx context.Context) error {
	for {
		e, err := x.client.Next()
		switch {
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil:
			return &killedError{x.run.ID}
		}
		if done, err := x.take(e); done {
			return err
		}
	}
}

func (x *dialogue) take(e control.Event) (done bool, err error) {
	switch e.Kind {
	case control.Sent:
		var failed string
		if err := e.Into(&failed); err != nil || failed != "" {
			return true, errors.Join(err, fmt.Errorf("send to run %s: %s", x.run.ID, failed))
		}
		x.sent, x.turns = true, x.run.Turns
		return !x.wait, nil
	case control.Changed:
		if err := e.Into(&x.run); err != nil {
			return true, err
		}
		return x.answered()
	case control.Ended:
		return true, &endedError{x.run}
	}
	return false, nil
}

// answered prints the answer when the turn has ended.
func (x *dialogue) answered() (bool, error) {
	switch state := x.run.State; {
	case !x.sent || state == signs.Working || state == signs.Starting || state == signs.Permission:
		return false, nil
	case state == signs.Failed || state == signs.Limited:
		return true, fmt.Errorf("run %s: the turn failed: %s", x.run.ID, x.run.About)
	}
	_, err := fmt.Fprintln(x.Stdout, x.run.FinalText)
	return true, err
}
