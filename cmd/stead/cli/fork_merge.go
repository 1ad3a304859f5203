package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"stead/orchestrator/source"
	"stead/timeline"
)

type mergeOptions struct {
	forkOptions
	into, as string
}

func (a *app) forkMergeCommand() *cobra.Command {
	var o mergeOptions
	c := &cobra.Command{
		Use: "merge FORK [--into SESSION] [--as full|summary] [-p TEXT]", Short: "Bring a fork's turns back",
		Long: "merge makes a new session: the one that a fork came from, as it is now, and then the turns that the fork has beyond it. Both stay\n" +
			"as they are. --as summary brings back a text in place of the turns: what was asked and answered, the files changed and the\n" +
			"commands run. stead makes it by rules, without a model.",
		Example: "  stead fork merge codex:01a1                 into the session it came from\n" +
			"  stead fork merge codex:01a1 --as summary -p 'Now the docs'",
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.takeReference(c, args); err != nil {
				return err
			}
			if o.interactive || o.detach || o.point != "" {
				return usageError{errors.New("a merge takes neither --interactive nor --detach nor --at")}
			}
			return a.forkMerge(c.Context(), &o, runSettings(c))
		},
		ValidArgsFunction: a.completeArgument,
	}
	a.runFlags(c, &o.runOptions)
	c.Flags().StringVar(&o.into, "into", "", "the `SESSION` into which they come; what the fork was made of if not given")
	c.Flags().StringVar(&o.as, "as", "full", "how they come: `FORM` full, summary")
	for _, name := range []string{"resume", "interactive", "detach", "at"} {
		_ = c.Flags().MarkHidden(name)
	}
	_ = c.RegisterFlagCompletionFunc("into", a.completeReferences)
	_ = c.RegisterFlagCompletionFunc("as", cobra.FixedCompletions([]string{"full", "summary"}, cobra.ShellCompDirectiveNoFileComp))
	return c
}

func (a *app) forkMerge(ctx context.Context, o *mergeOptions, flags map[string]string) error {
	form, err := source.ParseMergeForm(o.as)
	if err != nil {
		return usageError{err}
	}
	s, err := a.setup(flags)
	if err != nil {
		return err
	}
	o.Merge, o.Kind = &source.Merge{Fork: o.From, As: form}, timeline.LineageMerge
	if o.From = o.into; o.From == "" {
		if o.From, err = a.orchestrator(s).Sources().Parent(ctx, o.Merge.Fork); err != nil {
			return err
		}
	}
	return a.fork(ctx, o.forkOptions, flags)
}
