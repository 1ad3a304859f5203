package chain

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/cmd/stead/cli/travel"
	"stead/orchestrator/chain"
)

func resumeCommand(p *setup.Process) *cobra.Command {
	var o options
	var approve, reject bool
	var pick string
	c := &cobra.Command{
		Use: "resume [ID]", Short: "Resume a chain where it stopped", Args: flags.AtMost(1),
		Long: "Resume a chain that was killed, was interrupted, failed or waits. It continues at the step where it stopped and\n" +
			"repeats no finished step.",
		Example: "  stead chain resume                     the latest one\n" +
			"  stead chain resume 3f2a --approve      start the step that waits for approval\n" +
			"  stead chain resume 3f2a --pick codex   the A/B's winner",
		RunE: func(c *cobra.Command, args []string) error {
			d := chain.Undecided
			switch {
			case approve:
				d = chain.Approved
			case reject:
				d = chain.Rejected
			}
			err := resume(c.Context(), p, args, &o, d, pick)
			o.begun.Ended(err)
			return err
		},
	}
	set := c.Flags()
	set.BoolVar(&approve, "approve", false, "start the step that waits for approval")
	set.BoolVar(&reject, "reject", false, "end the chain at the step that waits")
	set.StringVar(&pick, "pick", "", "choose the winner of the waiting A/B: `NAME`")
	flags.Exclude(c, "approve", "reject")
	c.ValidArgsFunction = completeChains(p)
	o.shared(c)
	return c
}

func resume(ctx context.Context, p *setup.Process, args []string, o *options, d chain.Decision, pick string) error {
	s, found, err := find(p, args)
	if err != nil {
		return err
	}
	engine, err := engineOf(ctx, p, s, travel.NewElsewhere(p, s), o)
	if err != nil {
		return err
	}
	term.OutlivePipes()
	shown := announced{newWatch(p, o.asJSON), &o.begun}
	result, err := engine.Resume(ctx, found.ID, d, pick, shown)
	if result.ID == "" {
		return err
	}
	return errors.Join(err, shown.finish(result))
}
