package run

import (
	"context"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/config"
	"stead/orchestrator/delivery"
	"stead/orchestrator/workdir"
	"stead/runs"
)

// Rehearse returns what `stead run` with these arguments would deliver, and how much of the target's window that takes:
// nil if the CLI begins a session of its own. It writes nothing and starts no program. Errors are those of the verb.
func Rehearse(ctx context.Context, p *setup.Process, given []string) (
	plan delivery.Plan, fit *delivery.Fit, err error) {
	c := command(p, func(ctx context.Context, o flags.Run, settings config.Flags) error {
		s, err := p.Load(settings)
		if err != nil {
			return err
		}
		r, err := o.Resolve(ctx, p, s)
		if err != nil {
			return err
		}
		if plan, err = s.Orchestrator().Rehearse(ctx, r); err != nil || r.From == "" {
			return err
		}
		measured, err := s.Orchestrator().Fit(ctx, r)
		fit = &measured
		return err
	})
	return plan, fit, carryOut(ctx, c, given)
}

// checkArguments rejects arguments that `stead run` does not accept, as the verb itself does. If they ask for a
// worktree, it makes one, and returns it with the records of the runs.
func checkArguments(ctx context.Context, p *setup.Process, given []string) (place *workdir.Place, all runs.Folder,
	err error) {
	c := command(p, func(ctx context.Context, o flags.Run, settings config.Flags) error {
		if !o.InWorktree {
			return nil
		}
		s, err := p.Load(settings)
		if err == nil {
			all = s.Runs
			place, err = placeFor(ctx, p, s, o)
		}
		return err
	})
	return place, all, carryOut(ctx, c, given)
}

// carryOut runs a command that is not part of the program's tree.
func carryOut(ctx context.Context, c *cobra.Command, given []string) error {
	c.SetArgs(given)
	c.SilenceErrors, c.SilenceUsage = true, true
	flags.Explain(c)
	return c.ExecuteContext(ctx)
}
