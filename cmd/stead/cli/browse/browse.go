// Package browse implements the verb browse, which shows the sessions of the machine on a screen, with keys that carry
// out the other verbs on them.
package browse

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/internal/sys/notices"
	"stead/ui/tui"
)

// Verb is the verb that plain `stead` runs on a terminal.
const Verb = "browse"

// Commands returns the verb.
func Commands(p *setup.Process) []*cobra.Command {
	isPlain := false
	c := &cobra.Command{
		Use: Verb + " [WORD...]", Short: "Browse all sessions, and continue, fork or attach by a key",
		Long: "Browse the sessions of all CLIs on a screen: those that need you first, then those at work, then the others by day, and\n" +
			"the timeline of the chosen one beside them. Plain `stead` on a terminal does the same. WORDs filter the list.\n\n" +
			"? shows the keys that work where you are. c continues the session in another CLI and shows before what would arrive\n" +
			"there, f forks it at the chosen step, o resumes it in its own CLI, n begins a new one. While a run is active, its\n" +
			"terminal stands beside the list, live: w shows the timeline instead, d what it has changed, p what it asks, and a\n" +
			"attaches to it; ! goes to the next that needs you. / filters the list as you type and searches the texts of all\n" +
			"sessions; in a timeline it finds a text within the session. 1 to 6 show sessions, runs, contests, chains, statistics\n" +
			"and what was learnt.\n\n" +
			"What is on your other machines stands in the lists with their names, as desk/claude; --on here leaves it out.\n\n" +
			"The screen has the 16 colours of your terminal's theme; NO_COLOR leaves them out. With --plain there is no screen, but\n" +
			"a list and a question, for screen readers.",
		Example: "  stead\n  stead browse parser\n  stead browse --on desk      what another of your machines has\n  stead browse --plain",
		RunE: func(c *cobra.Command, words []string) error {
			return browse(c.Context(), p, options{filter: strings.Join(words, " "), isPlain: isPlain,
				onlyHere: c.Flags().Changed("on")})
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	c.Flags().BoolVar(&isPlain, "plain", false, "print lines and ask, rather than draw a screen")
	machines.ByFlag(c)
	return []*cobra.Command{c}
}

// Opens reports whether the process has a terminal for the screen.
func Opens(p *setup.Process) bool { return p.Term.IsInteractive() && p.Term.Err.Draws() }

// Picker returns a function that lets the user pick a session and the CLI in which it continues, and that returns when
// this CLI ends. Picker returns nil if there is no terminal for a screen.
func Picker(p *setup.Process) func(context.Context) error {
	if !Opens(p) {
		return nil
	}
	return func(ctx context.Context) error { return browse(ctx, p, options{picks: true}) }
}

// options configure the verb.
type options struct {
	filter string
	// isPlain asks for lines instead of a screen. Picks ends the screen when the started CLI ends. OnlyHere leaves out
	// other machines.
	isPlain, picks, onlyHere bool
}

func browse(ctx context.Context, p *setup.Process, o options) error {
	if can := Opens(p) || o.isPlain && p.Term.IsInteractive(); !can {
		return failure.Usage(errors.New("browse needs a terminal: stead list prints the sessions, stead show one of them"))
	}
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	m := &machine{running: running{s}, p: p, s: s, isPlain: o.isPlain, elsewhere: elsewhere{now: s.Host.Now}}
	if o.isPlain {
		return (&plainly{m, o.filter}).browse(ctx)
	}
	if !o.onlyHere {
		defer m.elsewhere.meet(ctx, p, s)()
	}
	notices.Try() // a notice printed while the screen is drawn would disturb it
	err = tui.Run(ctx, tui.Terminal{In: p.Term.In, Out: p.Term.Out.File, Environ: p.Environ},
		tui.Options{Machine: m, Now: s.Host.Now, Filter: o.filter, Picks: o.picks})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
