package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"stead/orchestrator/chain"
)

func (a *app) chainResumeCommand() *cobra.Command {
	var o chainOptions
	var approve, reject bool
	var pick string
	c := &cobra.Command{
		Use: "resume [ID]", Short: "Resume a chain where it stopped", Args: cobra.MaximumNArgs(1),
		Long: "Go on with a chain that was killed, interrupted, has failed or waits: at the step where it stood, without repeating what was done.",
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
			return a.resumeChain(c.Context(), args, o, d, pick)
		},
	}
	flags := c.Flags()
	flags.BoolVar(&approve, "approve", false, "start the step that waits for approval")
	flags.BoolVar(&reject, "reject", false, "end the chain at the step that waits")
	flags.StringVar(&pick, "pick", "", "choose the winner of the waiting A/B: `NAME`")
	c.MarkFlagsMutuallyExclusive("approve", "reject")
	c.ValidArgsFunction = a.completeChains
	o.shared(c)
	return c
}

func (a *app) resumeChain(ctx context.Context, args []string, o chainOptions, d chain.Decision, pick string) error {
	s, found, err := a.findChain(args)
	if err != nil {
		return err
	}
	engine, err := a.chainEngine(ctx, s, o)
	if err != nil {
		return err
	}
	outlivePipes()
	watch := a.watchChain(o.asJSON)
	result, err := engine.Resume(ctx, found.ID, d, pick, watch)
	if result.ID == "" {
		return err
	}
	return errors.Join(err, watch.finish(result))
}
