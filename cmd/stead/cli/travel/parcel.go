package travel

import (
	"context"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/config"
	"stead/orchestrator/travel"
	"stead/reach/parcel"
)

// Commands returns the verbs move and fetch, and the hidden verb that another machine asks for.
func Commands(p *setup.Process) []*cobra.Command {
	c := &cobra.Command{Use: travel.Verb, Short: "Give and take what travels between machines", Hidden: true}
	for _, part := range parts() {
		c.AddCommand(part.command(p))
	}
	c.AddCommand(givesSession(p, travel.PartGive, travel.Giver.Session),
		givesSession(p, travel.PartWork, travel.Giver.Work))
	return []*cobra.Command{moveCommand(p), fetchCommand(p), c}
}

// part is a part of the verb parcel.
type part struct {
	name string
	args cobra.PositionalArgs
	// answer answers the other machine. A value that is not nil is printed as JSON.
	answer func(context.Context, travel.Giver, []string) (value any, err error)
}

// parts returns those that give no session away.
func parts() []part {
	return []part{
		{travel.PartSurvey, flags.NoArgs, func(ctx context.Context, g travel.Giver, _ []string) (any, error) {
			return g.Survey(ctx)
		}},
		{travel.PartTake, flags.NoArgs, func(ctx context.Context, g travel.Giver, _ []string) (any, error) {
			return g.Take(ctx)
		}},
		{travel.PartRecord, flags.Exactly(1), func(_ context.Context, g travel.Giver, args []string) (any, error) {
			return g.Record(args[0])
		}},
		{travel.PartBegun, flags.Exactly(1), func(_ context.Context, g travel.Giver, args []string) (any, error) {
			return g.Begun(args[0])
		}},
		{travel.PartJournal, flags.Exactly(1), func(_ context.Context, g travel.Giver, args []string) (any, error) {
			return nil, g.Journal(args[0])
		}},
		{travel.PartResult, flags.Exactly(1), func(ctx context.Context, g travel.Giver, args []string) (any, error) {
			return nil, g.Result(ctx, args[0])
		}},
		{travel.PartHome, flags.AtLeast(1), func(_ context.Context, g travel.Giver, args []string) (any, error) {
			return nil, g.Fetched(args[0], args[1:])
		}},
		{travel.PartPassed, flags.Between(3, 4), func(_ context.Context, g travel.Giver, args []string) (any, error) {
			return nil, g.Passed(args[0], stopOf(args[1:]))
		}},
	}
}

// stopOf is where work has gone on to: a machine, what it is there, and the job that brought it, if one did.
func stopOf(args []string) parcel.Stop {
	to := parcel.Stop{Machine: args[0], Arrival: args[1]}
	if len(args) > 2 {
		to.Job = args[2]
	}
	return to
}

func (one part) command(p *setup.Process) *cobra.Command {
	return &cobra.Command{Use: one.name, Args: one.args, RunE: func(c *cobra.Command, args []string) error {
		g, err := giverOf(p, nil)
		if err != nil {
			return err
		}
		value, err := one.answer(c.Context(), g, args)
		if err != nil || value == nil {
			return err
		}
		return p.Term.Out.JSON(value)
	}}
}

// giverOf answers another machine over standard input and output.
func giverOf(p *setup.Process, given config.Flags) (travel.Giver, error) {
	s, err := p.Load(given)
	if err != nil {
		return travel.Giver{}, err
	}
	return travel.Giver{Home: homeOf(p, s), Asker: p.Getenv(machines.Errand), In: p.Term.In, Out: p.Term.Out}, nil
}

// givesSession is a part that gives a session away, by the setting for secrets that the other machine's command line
// gives, or that of this one.
func givesSession(p *setup.Process, name string,
	give func(travel.Giver, context.Context, string, *travel.Leaving) error) *cobra.Command {
	left := &travel.Leaving{}
	c := &cobra.Command{Use: name, Args: flags.Exactly(1), RunE: func(c *cobra.Command, args []string) error {
		g, err := giverOf(p, flags.RedactGiven(c))
		if err != nil {
			return err
		}
		if err := give(g, c.Context(), args[0], left); err != nil {
			return err
		}
		left.Tell(g.User)
		return nil
	}}
	c.Flags().StringVar(&left.To, "to", "", "the `CLI` in which it goes on")
	flags.Redact(c)
	return c
}
