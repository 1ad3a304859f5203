package live

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/orchestrator/active"
)

func sendCommand(p *setup.Process) *cobra.Command {
	var wait bool
	limit := active.LongestTurn
	c := &cobra.Command{
		Use: "send RUN TEXT|-", Short: "Type a text into a run",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return errors.New("send needs a run and a text, the text in quotes: stead send ab12 'Run the tests'")
			}
			return nil
		},
		Long: "Type a text into the CLI of a run and submit it when the current turn ends. send returns once the text is submitted.\n" +
			"While the CLI shows a dialog of its own, such as whether it may trust the folder, send types nothing and says so.\n" +
			"With --wait it returns when the next turn ends, and prints the answer. After --timeout it gives up, and says what the CLI does.",
		Example: "  stead send ab12 'Run the tests'\n" +
			"  stead send ab12 -- '- a text that begins with a dash'\n" +
			"  git diff | stead send latest - --wait\n" +
			"  stead send desk/ab12 'Go on'              to a run on your machine desk",
		RunE: func(c *cobra.Command, args []string) error {
			text := args[1]
			if text == "-" {
				read, err := p.Term.ReadAll(c.Context())
				if err != nil {
					return fmt.Errorf("read the text from standard input: %w", err)
				}
				text = read
			}
			if strings.TrimSpace(text) == "" {
				return failure.Usage(errors.New("the text is empty: there is nothing to send"))
			}
			return send(c.Context(), p, args[0], text, wait, limit)
		},
		ValidArgsFunction: completeActive(p),
	}
	c.Flags().DurationVar(&limit, "timeout", limit,
		"give up after this `TIME`: a text that was not typed by then is not typed")
	c.Flags().BoolVarP(&wait, "wait", "w", false, "wait for the end of the turn and print the answer")
	machines.ByReference(c)
	return c
}

func send(ctx context.Context, p *setup.Process, name, text string, wait bool, limit time.Duration) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	r, client, err := s.Active().Reach(name)
	if err != nil {
		return err
	}
	defer client.Close()
	answer, err := active.Send(ctx, client, r, text, wait, limit)
	switch {
	case term.HasLeft(ctx):
		p.Term.Err.Message("run %s is still active; attach to it: stead attach %s", r.ID, term.Reference(r.ID))
		return nil
	case err != nil || !wait:
		return err
	}
	_, err = fmt.Fprintln(p.Term.Out, answer)
	return err
}
