package fork

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/config"
	"stead/orchestrator/source"
	"stead/timeline"
)

// mergeOptions are the flags of a merge.
type mergeOptions struct {
	fork     options
	into, as string
}

func mergeCommand(p *setup.Process) *cobra.Command {
	var o mergeOptions
	c := &cobra.Command{
		Use: "merge FORK [--into SESSION] [--as full|summary] [-p TEXT]", Short: "Bring a fork's turns back",
		Long: "merge makes a new session: the current state of the session that a fork came from, followed by the fork's own turns.\n" +
			"Both originals stay unchanged. --as summary adds a text instead of the turns: what was asked and answered, the files\n" +
			"changed and the commands run. stead makes it by rules, without a model.",
		Example: "  stead fork merge codex:01a1                 into the session it came from\n" +
			"  stead fork merge codex:01a1 --as summary -p 'Now the docs'",
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.fork.takeReference(c, args); err != nil {
				return err
			}
			if o.fork.run.Interactive || o.fork.run.Detach || o.fork.run.Point != "" {
				return failure.Usage(errors.New("a merge takes neither --interactive nor --detach nor --at"))
			}
			return merge(c.Context(), p, &o, flags.RunSettings(c))
		},
		ValidArgsFunction: flags.CompleteReference(p),
	}
	o.fork.run.Register(c)
	c.Flags().StringVar(&o.into, "into", "", "the `SESSION` that gets the turns (default: the one the fork came from)")
	c.Flags().StringVar(&o.as, "as", "full", "how to bring the turns back: `FORM` full, summary")
	for _, name := range []string{"resume", "interactive", "detach", "at"} {
		_ = c.Flags().MarkHidden(name)
	}
	_ = c.RegisterFlagCompletionFunc("into", flags.CompleteReferences(p))
	_ = c.RegisterFlagCompletionFunc("as", cobra.FixedCompletions([]string{"full", "summary"},
		cobra.ShellCompDirectiveNoFileComp))
	return c
}

func merge(ctx context.Context, p *setup.Process, o *mergeOptions, settings config.Flags) error {
	form, err := source.ParseMergeForm(o.as)
	if err != nil {
		return failure.Usage(err)
	}
	s, err := p.Load(settings)
	if err != nil {
		return err
	}
	o.fork.run.Request.Merge, o.fork.run.Request.Kind = &source.Merge{Fork: o.fork.run.Request.From,
		As: form}, timeline.LineageMerge
	if o.fork.run.Request.From = o.into; o.fork.run.Request.From == "" {
		if o.fork.run.Request.From, err = s.Orchestrator().Sources().Parent(ctx, o.fork.run.Request.Merge.Fork); err != nil {
			return err
		}
	}
	return fork(ctx, p, o.fork, settings)
}
