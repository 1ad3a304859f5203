// Package browse is the verb browse: the sessions of the machine on a screen, with keys that carry out the other verbs on them.
package browse

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"stead/browser/tui"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
)

// Verb is the verb that plain `stead` carries out on a terminal.
const Verb = "browse"

// Commands returns the verb.
func Commands(p *setup.Process) []*cobra.Command {
	isPlain := false
	c := &cobra.Command{
		Use: Verb + " [WORD...]", Short: "Browse all sessions, and continue, fork or attach by a key",
		Long: "Browse the sessions of all CLIs on a screen: those that need you first, then those at work, then the others by day, and\n" +
			"the timeline of the chosen one beside them. Plain `stead` on a terminal does the same. WORDs filter the list.\n\n" +
			"? shows the keys that work where you are. c continues the session in another CLI and shows before what would arrive\n" +
			"there, f forks it at the chosen step, o resumes it in its own CLI, a attaches to its run. / filters the list as you\n" +
			"type and searches the texts of all sessions; in a timeline it finds a text within the session. 1 to 6 show sessions,\n" +
			"runs, contests, chains, statistics and what was learnt.\n\n" +
			"The screen has the 16 colours of your terminal's theme; NO_COLOR leaves them out. With --plain there is no screen, but\n" +
			"a list and a question, for screen readers.",
		Example:           "  stead\n  stead browse parser\n  stead browse --on desk      what another machine of yours has\n  stead browse --plain",
		RunE:              func(c *cobra.Command, words []string) error { return browse(c.Context(), p, words, isPlain, false) },
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	c.Flags().BoolVar(&isPlain, "plain", false, "print lines and ask, rather than draw a screen")
	machines.ByFlag(c)
	return []*cobra.Command{c}
}

// Opens reports whether the process has a terminal on which sessions can be browsed.
func Opens(p *setup.Process) bool { return p.Term.IsInteractive() && p.Term.Draws() }

// Picker lets somebody pick a session and the CLI in which it continues, and ends with that CLI. It is nil where there is no terminal for a screen.
func Picker(p *setup.Process) func(context.Context) error {
	if !Opens(p) {
		return nil
	}
	return func(ctx context.Context) error { return browse(ctx, p, nil, false, true) }
}

func browse(ctx context.Context, p *setup.Process, words []string, isPlain, picks bool) error {
	if can := Opens(p) || isPlain && p.Term.IsInteractive(); !can {
		return failure.Usage(errors.New("browse needs a terminal: stead list prints the sessions, stead show one of them"))
	}
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	m, filter := &machine{p: p, s: s, isPlain: isPlain}, strings.Join(words, " ")
	if isPlain {
		return (&plainly{m, filter}).browse(ctx)
	}
	err = tui.Run(ctx, tui.Terminal{In: p.Term.In, Out: p.Term.Out, Environ: p.Environ},
		tui.Options{Machine: m, Now: s.Host.Now, Filter: filter, Picks: picks})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
