package cli

import (
	"errors"

	"github.com/spf13/cobra"

	"stead/config"
	"stead/inject"
	"stead/orchestrator"
	"stead/runs"
	"stead/signs"
)

// liveFlags are those of what may happen while a run goes on.
func (o *runOptions) liveFlags(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&o.Resume, "resume", "", "resume a `RUN` that was interrupted or has ended, in its last session")
	flags.StringSliceVar(&o.Failover, "failover", nil, "the `CLIS` to continue in, in this order, when a limit stops one")
	flags.String("sync", "", "mirror new turns in the source's CLI: `WHERE` session (a new one), source, off")
	flags.Lookup("sync").NoOptDefVal = string(orchestrator.SyncSession)
	allowFlag(c, &o.Allow)
	flags.IntVar(&o.Budget.Turns, "max-turns", 0, "end the run after so many answers of the model, `N`")
	flags.Float64Var(&o.Budget.Cost, "max-cost", 0, "end the run when the CLI says that it has cost so many US `DOLLARS`")
	flags.DurationVar(&o.Budget.Time, "timeout", 0, "end the run after this `TIME`, such as 30m")
}

// allowFlag is the flag for what CLIs may do without asking.
func allowFlag(c *cobra.Command, allow *inject.Allowance) {
	c.Flags().Func("allow", "what the CLI may do without asking: `WHAT` configured (as it is set up), edits (and commands, in its folder), all",
		func(text string) (err error) {
			*allow, err = inject.ParseAllowance(text)
			return err
		})
	completeAllowances(c)
}

// completeAllowances proposes what --allow takes.
func completeAllowances(c *cobra.Command) {
	_ = c.RegisterFlagCompletionFunc("allow", cobra.FixedCompletions([]string{"configured", "edits", "all"}, cobra.ShellCompDirectiveNoFileComp))
}

// whole says what is missing on the command line.
func (o *runOptions) whole() error {
	switch {
	case o.Resume != "" && (o.From != "" || o.To != "" || o.dryRun):
		return usageError{errors.New("--resume continues a run as it is: leave out --from, --to and --dry-run")}
	case o.Resume == "" && o.To == "":
		return usageError{errors.New("run needs --to with the CLI that works, and --from with the session that it continues, if it is not to begin a new one")}
	}
	return nil
}

// takeUp finds the run that is resumed: it goes on as it was, with a terminal or without one.
func (o *runOptions) takeUp(all runs.Folder) error {
	if o.Resume == "" {
		return nil
	}
	run, err := all.Find(o.Resume)
	if err != nil {
		return err
	}
	o.Resume, o.To = run.ID, run.To.CLI
	o.Headless = o.Headless || run.Headless && !o.interactive
	return nil
}

// live takes what the configuration says of the CLIs that a run may move to. An empty --failover keeps it where it is.
func live(r *orchestrator.Request, c config.Config) {
	if r.Failover == nil {
		r.Failover = c.Failover.To
	}
	r.Patience = signs.Patience{Attempts: c.Failover.Attempts, Delay: c.Failover.Delay, Silence: c.Failover.Silence}
	r.Elsewhere = map[string]orchestrator.Settings{}
	for name, own := range c.CLI {
		r.Elsewhere[name] = orchestrator.Settings{Models: modelRules(own), Arguments: own.Args, Environment: own.Env}
	}
}
