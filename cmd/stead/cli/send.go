package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stead/control"
	"stead/runs"
	"stead/signs"
	"stead/timeline"
)

func (a *app) sendCommand() *cobra.Command {
	var wait bool
	c := &cobra.Command{
		Use: "send RUN TEXT|-", Short: "Type a text into a run",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return errors.New("send needs a run and a text, the text in quotes: stead send ab12 'Run the tests'")
			}
			return nil
		},
		Long: "Type a text into the CLI of a run and submit it, as soon as its turn is over. send returns when that is done; with --wait\n" +
			"when the turn that follows has ended, and prints the answer.",
		Example: "  stead send ab12 'Run the tests'\n" +
			"  stead send ab12 -- '- a text that begins with a dash'\n" +
			"  git diff | stead send latest - --wait",
		RunE: func(c *cobra.Command, args []string) error {
			text := args[1]
			if text == "-" {
				read, err := a.readInput(c.Context())
				if err != nil {
					return fmt.Errorf("read the text from standard input: %w", err)
				}
				text = read
			}
			if strings.TrimSpace(text) == "" {
				return usageError{errors.New("the text is empty: there is nothing to send")}
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
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := client.Follow(control.Changed, control.Entry, control.Ended); err != nil {
		return err
	}
	if err := client.Send(text); err != nil {
		return err
	}
	e := dialogue{app: a, client: client, run: r, wait: wait}
	err = e.hear(ctx)
	if hasLeft(ctx) {
		a.tell("run %s goes on: stead attach %s", r.ID, r.ID)
		return nil
	}
	return err
}

// dialogue is a text and the answer to it.
type dialogue struct {
	*app
	client *control.Client
	run    runs.Run
	wait   bool
	sent   bool
	// said is the last that the model has said since.
	said string
}

// How long a CLI that waits again must have said nothing new, for its turn to be over: its records tell the answer later than its
// signals tell the end, and a signal of an earlier turn may come late.
const (
	afterAnswer = 300 * time.Millisecond
	// withoutAnswer is for a turn that was broken off.
	withoutAnswer = 10 * time.Second
)

// hear waits until the text was typed, and for the end of the turn when that is wanted.
func (x *dialogue) hear(ctx context.Context) error {
	events := x.client.Events(ctx.Done())
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-x.quiet():
			return x.answer()
		case e, open := <-events:
			if !open {
				return &killedError{x.run.ID}
			}
			if done, err := x.take(e); done {
				return err
			}
		}
	}
}

// quiet tells when the turn is over, should nothing more be heard.
func (x *dialogue) quiet() <-chan time.Time {
	switch state := x.run.State; {
	case !x.sent || state == signs.Working || state == signs.Starting || state == signs.Permission:
		return nil
	case x.said != "" || state == signs.Failed || state == signs.Limited:
		return time.After(afterAnswer)
	}
	return time.After(withoutAnswer)
}

func (x *dialogue) take(e control.Event) (done bool, err error) {
	switch e.Kind {
	case control.Sent:
		var failed string
		if err := e.Into(&failed); err != nil || failed != "" {
			return true, errors.Join(err, fmt.Errorf("send to run %s: %s", x.run.ID, failed))
		}
		x.sent, x.said = true, "" // what came before was another turn's
		return !x.wait, nil
	case control.Changed:
		err := e.Into(&x.run)
		return err != nil, err
	case control.Entry:
		return false, x.listen(e)
	case control.Ended:
		return true, &endedError{x.run}
	}
	return false, nil
}

// listen keeps what the model says.
func (x *dialogue) listen(e control.Event) error {
	var entry timeline.Entry
	if err := e.Into(&entry); err != nil {
		return err
	}
	if entry.Type == timeline.Assistant && entry.Active() && !entry.Content.IsBlank() {
		x.said = strings.TrimRight(entry.Content.String(), "\n")
	}
	return nil
}

// answer prints what was answered.
func (x *dialogue) answer() error {
	switch {
	case x.run.State == signs.Failed || x.run.State == signs.Limited:
		return fmt.Errorf("run %s: the turn failed: %s", x.run.ID, x.run.About)
	case x.said == "":
		return fmt.Errorf("run %s: the turn has ended without an answer", x.run.ID)
	}
	_, err := fmt.Fprintln(x.Stdout, x.said)
	return err
}
