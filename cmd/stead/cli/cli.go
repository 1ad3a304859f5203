package cli

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/browse"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/search"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/internal/sys/notices"
)

// app is a command line that is carried out.
type app struct {
	process *setup.Process
	// usage is how the verb is used that the command line names.
	usage string
	// began is set once a verb was understood and runs: errors before that are errors of usage.
	began bool
	// lingers is set when the verb sees programs to their end, or gives a terminal back, however long that takes after a
	// signal.
	lingers atomic.Bool
	// serves is set when the verb answers others until it is ended.
	serves atomic.Bool
}

// Main runs the command that the process was started for and returns its exit code.
func Main(p *setup.Process) int {
	ctx, stop := term.UntilSignal()
	defer stop()
	a := &app{process: p}
	machines.Speak(p)
	p.Term.Err.Named = func(reference string) string { return machines.Name(p, reference) }
	defer p.Close()
	notices.Tell(func(text string) { p.Term.Err.Note("%s", text) })
	defer a.leaveAfter(ctx, os.Exit)()
	root := a.root(asked(a.line()))
	verb, err := root.ExecuteContextC(ctx)
	a.usage = failure.UsageOf(verb)
	if err != nil && !a.began {
		err = a.misread(root, err)
	}
	if err != nil && ctx.Err() != nil {
		err = errors.Join(failure.ErrInterrupted, err)
	}
	return a.report(err)
}

// Tree returns the tree of all commands, for those who describe it.
func Tree(p *setup.Process) *cobra.Command { return (&app{process: p}).root(families()) }

// again has the program do what another command line says. A run in the background is started with it, too.
func (a *app) again(ctx context.Context, line []string) error {
	a.process.Args, a.began = line, false
	root := a.root(asked(a.line()))
	err := root.ExecuteContext(ctx)
	if err != nil && !a.began {
		err = a.misread(root, err)
	}
	return err
}

// misread is the error of a command line that was not understood. For a verb that is not there cobra has no value.
func (a *app) misread(root *cobra.Command, err error) error {
	if _, rest, unknown := root.Find(a.line()); unknown != nil {
		isName := func(word string) bool { return !strings.HasPrefix(word, "-") }
		return flags.Unknown(root, rest[slices.IndexFunc(rest, isName)])
	}
	return failure.Usage(err)
}

// report tells the user about an error and returns the exit code.
func (a *app) report(err error) int {
	if elsewhere := (*failure.Exit)(nil); errors.As(err, &elsewhere) {
		return elsewhere.Code
	}
	f := failure.Describe(err)
	if f == nil {
		return failure.Done
	}
	if f.Code == failure.Interrupted {
		return f.Code
	}
	if machines.TellFailure(a.process, f) {
		return f.Code
	}
	message := a.process.Term.Err.Message
	message("stead: %s", f.Text)
	if f.Usage {
		message("%s", a.usage)
	}
	switch {
	case f.Parts != nil:
		message("hint: %s", a.process.Term.Err.Joined(f.Parts))
	case f.Tip != "":
		message("hint: %s", f.Tip)
	}
	return f.Code
}

const overview = `stead continues a session of one AI coding CLI in another.

It reads the session from the CLI that has it, writes it in the native format of
the target CLI, starts that CLI on it, and records what happens. The source
session is never changed.`

const examples = `  stead                                       browse them all, on a terminal
  stead list                                  the sessions on this machine
  stead show claude:latest                    the newest one of Claude Code
  stead run --from claude:latest --to codex   continue it in Codex
  stead doctor                                check what would stop that`

const references = `
References:
  claude:5f2a91c0    a session by its id or the beginning of it; 5f2a91c0 alone
                     when no other CLI has such a session
  claude:latest      the session last worked in; latest alone: of any CLI
  claude:.           the one of this folder; . alone: of any CLI
  ./session.jsonl    a file or folder; its content tells the format,
                     or universal:FILE names it
  ./opencode.db#ID   one of the sessions in a database or folder
  run:latest         what a run of stead recorded
  run:latest#1       its first part, when it went on in another session
  draft:5f2a91c0     an edited copy that stead session edit made
  desk/claude:5f2a   one on your machine desk: for run, show and replay
  -                  standard input
`

// line is the command line. None at all on a terminal opens the sessions.
func (a *app) line() []string {
	if len(a.process.Args) == 0 && browse.Opens(a.process) {
		return []string{browse.Verb}
	}
	return a.process.Args
}

// root returns the command tree with the verbs of some families.
func (a *app) root(made []family) *cobra.Command {
	root := &cobra.Command{
		Use: "stead", Short: "Continue a session of one AI coding CLI in another", Long: overview, Example: examples,
		SilenceErrors: true, SilenceUsage: true,
	}
	root.SetArgs(search.Shield(a.line()))
	root.SetIn(a.process.Term.In)
	root.SetOut(a.process.Term.Out)
	root.SetErr(a.process.Term.Err)
	layOutHelp(a.process.Term, root)
	flags.Explain(root)
	root.CompletionOptions.DisableDefaultCmd = true
	root.Version = thisBuild().String()
	root.SetVersionTemplate("{{.Version}}\n")
	root.AddGroup(&cobra.Group{ID: "work", Title: "Continue sessions:"}, &cobra.Group{ID: "runs", Title: "Manage runs:"},
		&cobra.Group{ID: "look", Title: "Look at sessions:"}, &cobra.Group{ID: "reach",
			Title: "Reach other machines:"}, &cobra.Group{ID: "setup", Title: "Set up:"})
	root.SetHelpCommandGroupID("setup")
	for _, f := range made {
		for _, verb := range f.verbs(a) {
			verb.GroupID = f.group
			root.AddCommand(verb)
		}
	}
	a.noteBeginning(root)
	return root
}

// noteBeginning has every verb say when it runs. Cobra's own hooks come before it has checked the flags.
func (a *app) noteBeginning(c *cobra.Command) {
	if run := c.RunE; run != nil {
		c.RunE = func(c *cobra.Command, args []string) error {
			a.began = true
			if lingers(c) {
				a.lingers.Store(true)
			} else {
				delayCollection()
			}
			a.serves.Store(verbOf(c) == "serve")
			if err := machines.CheckViewer(a.process, c); err != nil {
				return err
			}
			if err := flags.Settle(a.process, c); err != nil {
				return failure.Usage(err)
			}
			if machine, line, ok := machines.Route(a.process, c, a.line(), args); ok {
				return machines.Do(c.Context(), a.process, machine, line)
			}
			return run(c, args)
		}
	}
	for _, verb := range c.Commands() {
		a.noteBeginning(verb)
	}
}
