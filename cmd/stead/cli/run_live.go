package cli

import (
	"github.com/spf13/cobra"

	"stead/config"
	"stead/orchestrator"
	"stead/signs"
)

// liveFlags are those of what may happen while a run goes on.
func (o *runOptions) liveFlags(c *cobra.Command) {
	flags := c.Flags()
	flags.StringSliceVar(&o.Failover, "failover", nil, "the `CLIS` that go on, one after the other, when a limit stops the one before")
	flags.IntVar(&o.Budget.Turns, "max-turns", 0, "end the run after so many answers of the model, `N`")
	flags.Float64Var(&o.Budget.Cost, "max-cost", 0, "end the run when the CLI says that it has cost so many US `DOLLARS`")
	flags.DurationVar(&o.Budget.Time, "timeout", 0, "end the run after this `TIME`, such as 30m")
}

// live takes what the configuration says of the CLIs that a run may move to. An empty --failover keeps it where it is.
func live(r *orchestrator.Request, c config.Config) {
	if r.Failover == nil {
		r.Failover = c.Failover.To
	}
	r.Patience = signs.Patience{Attempts: c.Failover.Attempts, Delay: c.Failover.Delay}
	r.Elsewhere = map[string]orchestrator.Settings{}
	for name, own := range c.CLI {
		r.Elsewhere[name] = orchestrator.Settings{Models: modelRules(own), Arguments: own.Args, Environment: own.Env}
	}
}
