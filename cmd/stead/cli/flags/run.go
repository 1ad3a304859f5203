package flags

import (
	"github.com/spf13/cobra"

	"stead/config"
	"stead/orchestrator"
)

// Run holds the flags of a verb that may start a CLI on a session, and further facts from the command line.
type Run struct {
	// Request is what the flags directly ask for.
	Request orchestrator.Request
	// HasPrompt says that the command line gives a prompt, even an empty one.
	HasPrompt bool
	// Interactive opens the CLI in the terminal even if there is a prompt. Detach starts it in the background.
	Interactive, Detach bool
	// DryRun shows what would be delivered; AsJSON prints for programs.
	DryRun, AsJSON bool
	// Asks says that the user can be asked what to do with secrets.
	Asks bool
	// Point is where the session is cut.
	Point string
	// On is the machine that must execute the run. Empty for this one.
	On string
	// InWorktree has the CLI work in a new git worktree. Worktree is the folder in it, once it is made.
	InWorktree bool
	Worktree   string
}

// Register adds the flags to a verb.
func (o *Run) Register(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&o.Point, "at", "",
		"where to cut the session: `POINT` turn:N, -N (turns before the end), or an entry's id")
	flags.StringVar(&o.Request.To, "to", "", "the `CLI` to run")
	flags.StringVarP(&o.Request.Prompt, "prompt", "p", "", "what to do next: `TEXT`, or - to read it from standard input")
	flags.BoolVarP(&o.Interactive, "interactive", "i", false, "open the CLI in the terminal even with a prompt")
	flags.BoolVar(&o.Request.Headless, "headless", false,
		"use no terminal; without -p, read the prompt from standard input")
	flags.StringVarP(&o.Request.Model, "model", "m", "", "the CLI's `MODEL` (default: its own default)")
	flags.String("history", "", "how much to deliver: `POLICY` full, whole, last:N, budget:TOKENS, users, summary")
	flags.String("thinking", "", "the model's thinking: `POLICY` strip, text, keep")
	flags.StringVar(&o.Request.Dir, "cwd", "",
		"the `FOLDER` to work in (default: the session's own; for a new session, the current one)")
	Trust(c, &o.Request.Trusted)
	flags.BoolVarP(&o.Detach, "detach", "d", false, "run in the background and print the run's id (see stead attach)")
	flags.BoolVar(&o.DryRun, "dry-run", false, "show what would arrive, and do nothing")
	o.registerLive(c)
	Redact(c)
	JSON(c, &o.AsJSON, "print each new entry as a line of JSON, and the result as the last one")
	Exclude(c, "interactive", "headless")
	Exclude(c, "interactive", "json")
	Exclude(c, "detach", "json")
	Exclude(c, "detach", "dry-run")
	_ = c.RegisterFlagCompletionFunc("to", CompleteDrivers)
}

// RegisterWorktree adds the flag for a git worktree, and the hidden one that tells a supervisor where it is.
func (o *Run) RegisterWorktree(c *cobra.Command) {
	c.Flags().BoolVar(&o.InWorktree, "worktree", false,
		"work in a new git worktree and branch, with the folder as it is now")
	c.Flags().StringVar(&o.Worktree, "in", "", "the worktree that was made")
	_ = c.Flags().MarkHidden("in")
}

// registerLive adds the flags for events of an active run.
func (o *Run) registerLive(c *cobra.Command) {
	flags := c.Flags()
	flags.StringVar(&o.Request.Resume, "resume", "", "resume an interrupted or ended `RUN` in its last session")
	flags.StringSliceVar(&o.Request.Failover, "failover", nil,
		"`CLIS` to continue in, in this order, when a limit stops one")
	flags.String("sync", "", "mirror new turns in the source's CLI: `WHERE` session (a new one), source, off")
	flags.Lookup("sync").NoOptDefVal = string(orchestrator.SyncSession)
	Allow(c, &o.Request.Allow)
	flags.IntVar(&o.Request.Budget.Turns, "max-turns", 0, "end the run after `N` answers of the model")
	flags.Float64Var(&o.Request.Budget.Cost, "max-cost", 0,
		"end the run when the CLI reports a cost of this many US `DOLLARS`")
	flags.DurationVar(&o.Request.Budget.Time, "timeout", 0, "end the run after this `TIME`, such as 30m")
}

// Trust adds the flag for a session from outside.
func Trust(c *cobra.Command, trusted *bool) {
	c.Flags().BoolVar(trusted, "trust", false,
		"keep the permissions, modes, system prompt, tools and folder that a session's file sets")
}

// RunSettings returns the flags of a run that set settings.
func RunSettings(c *cobra.Command) config.Flags {
	return Given(c, map[string]string{"history": "history", "thinking": "thinking", "redact": "redact", "sync": "sync"})
}
