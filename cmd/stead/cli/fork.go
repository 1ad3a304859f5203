package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"stead/orchestrator"
	"stead/timeline"
)

type forkOptions struct {
	runOptions
	// inWorktree makes the fork in a git worktree of its own. In is the worktree that was made for it.
	inWorktree bool
	in         string
}

// forkVerb is the verb of forks, minderOfForks that of the process that minds one in a terminal.
const (
	forkVerb      = "fork"
	minderOfForks = "supervise-fork"
)

func (a *app) forkCommand() *cobra.Command {
	c := a.commandOfFork(a.fork)
	c.AddCommand(a.forkTreeCommand(), a.forkMergeCommand())
	return c
}

// superviseForkCommand is the verb of the process that minds a fork in a terminal.
func (a *app) superviseForkCommand() *cobra.Command {
	c := a.commandOfFork(func(ctx context.Context, o forkOptions, flags map[string]string) error {
		return a.supervise(ctx, o.runOptions, flags)
	})
	c.Use, c.Hidden, c.Short = minderOfForks, true, "Supervise a fork (started by stead fork)"
	return c
}

// commandOfFork is the command with the flags of a fork, by whoever that is carried out.
func (a *app) commandOfFork(fork func(context.Context, forkOptions, map[string]string) error) *cobra.Command {
	var o forkOptions
	c := &cobra.Command{
		Use: "fork SESSION [--at POINT] [--to CLI] [-p TEXT] [-- ARGUMENTS]", Short: "Branch off from any point of a session",
		Long: "fork makes a new session that holds another one up to a point, in the same CLI or in another. The other one stays as it is.\n" +
			"A point is turn:N, -N (so many turns before the end), or the id of an entry, which stays; the JSON of stead show tells them. A\n" +
			"call whose result comes after the point is left out, which is said.\n\n" +
			"With -p the new session goes on headless, with -i in the terminal. Without either it is only made, its reference is the\n" +
			"output, and what opens it is said.",
		Example: "  stead fork claude:5f2a --at turn:3         as it was after its third turn\n" +
			"  stead fork claude:. --at -1 --to codex -p 'Do it again'\n" +
			"                                             its last turn once more, in Codex\n" +
			"  stead fork codex:latest --at msg_01a1 -i   go on from there in the terminal\n" +
			"  stead fork claude:. --worktree -i          in a git worktree of its own\n" +
			"  stead fork tree claude:5f2a                what came from what\n" +
			"  stead fork merge codex:01a1                bring a fork's turns back",
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.takeReference(c, args); err != nil {
				return err
			}
			return fork(c.Context(), o, runSettings(c))
		},
		ValidArgsFunction: a.completeArgument,
	}
	a.runFlags(c, &o.runOptions)
	c.Flags().BoolVar(&o.inWorktree, "worktree", false, "work in a new git worktree and branch, with the folder as it is now")
	c.Flags().StringVar(&o.in, "in", "", "the worktree that was made")
	for _, name := range []string{"in", "resume"} {
		_ = c.Flags().MarkHidden(name)
	}
	return c
}

// takeReference takes the session from the arguments; what follows them is the CLI's own. The session's own CLI goes on with it unless
// another is named.
func (o *forkOptions) takeReference(c *cobra.Command, args []string) error {
	own := c.ArgsLenAtDash()
	if own < 0 {
		own = len(args)
	}
	if err := oneReference(c, args[:own]); err != nil {
		return usageError{err}
	}
	if o.Resume != "" {
		return usageError{errors.New("--resume continues a run as it is: give it to stead run")}
	}
	o.From, o.Arguments, o.hasPrompt, o.Kind = args[0], args[own:], c.Flags().Changed("prompt"), timeline.LineageFork
	if o.in != "" {
		o.Dir = o.in
	}
	return nil
}

// starts reports whether a CLI goes on with the fork at once.
func (o *forkOptions) starts() bool { return o.hasPrompt || o.Headless || o.interactive || o.detach }

func (a *app) fork(ctx context.Context, o forkOptions, flags map[string]string) error {
	s, err := a.setup(flags)
	if err != nil {
		return err
	}
	rehearsed, err := a.rehearseFork(ctx, s, &o)
	if err != nil || o.dryRun {
		return err
	}
	var made *workplace
	if o.inWorktree {
		if made, err = a.newWorkplace(ctx, s, rehearsed.Dir); err != nil {
			return err
		}
		o.Dir = made.Dir()
	}
	if o.starts() {
		o.verb, o.minder = forkVerb, []string{minderOfForks, "--to", o.To, "--in", o.Dir}
		err = a.run(ctx, o.runOptions, flags)
	} else {
		err = a.makeFork(ctx, s, o, made)
	}
	return made.end(ctx, s, err)
}

// rehearseFork finds out what the fork will be, before anything is made for it.
func (a *app) rehearseFork(ctx context.Context, s *setup, o *forkOptions) (orchestrator.Plan, error) {
	work := a.orchestrator(s)
	r, err := a.forkRequest(ctx, s, o)
	if err != nil {
		return orchestrator.Plan{}, err
	}
	if !o.dryRun && !o.inWorktree {
		return orchestrator.Plan{}, nil
	}
	plan, err := work.Rehearse(ctx, r)
	if err == nil && o.dryRun {
		err = a.printPlan(plan, o.asJSON)
	}
	return plan, err
}

// forkRequest is what the orchestrator is asked to make without a CLI.
func (a *app) forkRequest(ctx context.Context, s *setup, o *forkOptions) (orchestrator.Request, error) {
	if o.To == "" {
		session, err := a.orchestrator(s).Sources().Session(ctx, o.From)
		if err != nil {
			return orchestrator.Request{}, err
		}
		o.To = session.CLI
	}
	quiet := o.runOptions
	quiet.asJSON, quiet.Headless, quiet.interactive, quiet.hasPrompt, quiet.Prompt = false, false, true, false, ""
	r, err := a.request(ctx, &quiet, s)
	r.Unstarted = !o.starts()
	return r, err
}

// makeFork makes the session and says how to open it.
func (a *app) makeFork(ctx context.Context, s *setup, o forkOptions, made *workplace) error {
	r, err := a.forkRequest(ctx, s, &o)
	if err != nil {
		return err
	}
	watch := &forkWatch{runWatch: runWatch{app: a}}
	run, err := a.orchestrator(s).Fork(ctx, r, watch)
	if err != nil {
		return err
	}
	if o.asJSON {
		return a.printJSON(madeFork{Run: run, Cut: watch.plan.Cut, Command: watch.plan.Command, Branch: made.branch()})
	}
	if _, err := fmt.Fprintln(a.Stdout, run.To.Reference()); err != nil {
		return err
	}
	a.tellCommand("open it    %s", openLine(a.tilde(run.Dir), watch.plan))
	a.tell("or         stead run --resume %s", run.ID)
	return nil
}
