package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/spf13/cobra"
)

// Process is what a command is given of its process.
type Process struct {
	// Args are the arguments, without the program's name.
	Args                  []string
	Stdin, Stdout, Stderr *os.File
	// Environ is the environment, each NAME=value.
	Environ []string
	// Dir is the current folder, as the user sees it: links in it are not followed.
	Dir string
}

// ThisProcess returns the process that runs.
func ThisProcess() Process {
	dir, err := os.Getwd()
	if err != nil {
		dir = "." // deleted under our feet; what needs the folder will say so
	}
	return Process{Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Environ: os.Environ(), Dir: dir}
}

// app is what all verbs share.
type app struct {
	Process
	// usage is how the verb is used that the command line names.
	usage string
	// began is set once a verb was understood and runs: errors before that are errors of usage.
	began bool
	// lingers is set when the verb sees programs to their end, or gives a terminal back, however long that takes after a signal.
	lingers atomic.Bool
	closing sync.Mutex
	closers []func()
	// status is the line below all that is told. Nil as long as there is none.
	status atomic.Pointer[statusLine]
}

// Main runs the command that the process was started for and returns its exit code.
func Main(p Process) int {
	ctx, stop := untilSignal()
	defer stop()
	a := &app{Process: p}
	defer a.close()
	defer a.leaveAfter(ctx, os.Exit)()
	root := a.root()
	verb, err := root.ExecuteContextC(ctx)
	a.usage = usageOf(verb)
	if err != nil && !a.began {
		err = usageError{inPlainWords(err)}
	}
	if err != nil && ctx.Err() != nil {
		err = errors.Join(errInterrupted, err)
	}
	return a.report(err)
}

// untilSignal returns a context that ends with the first signal to end. A second one ends the process at once, but for that of a closing
// terminal: it comes twice, from the system and from the shell, and would cut short what is still to be ended and kept.
func untilSignal() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	context.AfterFunc(ctx, func() {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
		again := make(chan os.Signal, 1)
		signal.Notify(again, syscall.SIGQUIT)
		stop()
		<-again
		_ = syscall.Kill(os.Getpid(), syscall.SIGTERM) // by the second Ctrl-\, Go would print what the process was doing
	})
	return ctx, stop
}

// hasLeft reports whether the context was ended by Ctrl-\, the key that leaves a run. A verb that only looks at a run ends well then.
func hasLeft(ctx context.Context) bool { return endedBy(ctx, syscall.SIGQUIT) }

// hungUp reports whether the end of the context is that of the terminal.
func hungUp(ctx context.Context) bool { return endedBy(ctx, syscall.SIGHUP) }

func endedBy(ctx context.Context, s syscall.Signal) bool {
	cause := context.Cause(ctx)
	return cause != nil && strings.HasPrefix(cause.Error(), s.String())
}

const overview = `stead continues a session of one AI coding CLI in another.

It reads the session from the CLI that has it, writes it in the native format of
the target CLI, starts that CLI on it, and records what happens. The source
session is never changed.`

const examples = `  stead list                                  the sessions on this machine
  stead show claude:latest                    the newest one of Claude Code
  stead run --from claude:latest --to codex   continue it in Codex
  stead doctor                                check what would stop that`

const references = `
References:
  claude:5f2a91c0    a session by its id or the beginning of it; 5f2a91c0 alone
                     when no other CLI has such a session
  claude:latest      the newest session; latest alone: of any CLI
  claude:.           the newest of this folder; . alone: of any CLI
  ./session.jsonl    a file or folder; its content tells the format,
                     or universal:FILE names it
  ./opencode.db#ID   one of the sessions in a database or folder
  run:latest         what a run of stead recorded
  -                  standard input
`

// root returns the command tree.
func (a *app) root() *cobra.Command {
	root := &cobra.Command{
		Use: "stead", Short: "Continue a session of one AI coding CLI in another", Long: overview, Example: examples,
		SilenceErrors: true, SilenceUsage: true,
	}
	root.SetArgs(a.Args)
	root.SetIn(a.Stdin)
	root.SetOut(a.Stdout)
	root.SetErr(a.Stderr)
	a.layOutHelp(root)
	root.CompletionOptions.DisableDefaultCmd = true
	root.Version = thisBuild().String()
	root.SetVersionTemplate("{{.Version}}\n")
	root.AddGroup(&cobra.Group{ID: "work", Title: "Continue sessions:"}, &cobra.Group{ID: "runs", Title: "Manage runs:"},
		&cobra.Group{ID: "look", Title: "Look at sessions:"}, &cobra.Group{ID: "setup", Title: "Set up:"})
	root.SetHelpCommandGroupID("setup")
	for group, verbs := range map[string][]*cobra.Command{
		"work":  {a.runCommand(), a.forkCommand(), a.abCommand(), a.chainCommand(), a.templateCommand(), a.superviseCommand(), a.superviseForkCommand()},
		"runs":  {a.psCommand(), a.attachCommand(), a.sendCommand(), a.stopCommand(), a.logsCommand(), a.watchCommand(), a.rmCommand()},
		"look":  {a.listCommand(), a.showCommand(), a.replayCommand(), a.sessionCommand()},
		"setup": {a.doctorCommand(), a.configCommand(), a.completionCommand(), a.versionCommand()},
	} {
		for _, verb := range verbs {
			verb.GroupID = group
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
			a.lingers.Store(lingering[verbOf(c)])
			if err := a.settleFlags(c); err != nil {
				return usageError{err}
			}
			return run(c, args)
		}
	}
	for _, verb := range c.Commands() {
		a.noteBeginning(verb)
	}
}

// group makes c a command that only holds others. Cobra takes a wrong name below the root for an argument.
func group(c *cobra.Command, verbs ...*cobra.Command) *cobra.Command {
	c.AddCommand(verbs...)
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) > 0 {
			return usageError{fmt.Errorf("unknown command %q for %q", args[0], c.CommandPath())}
		}
		return c.Help()
	}
	return c
}
