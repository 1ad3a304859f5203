// Package fork implements the verb fork, which branches off from a session, draws the tree of forks and brings a fork's
// turns back.
package fork

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/report"
	"stead/cmd/stead/cli/run"
	"stead/cmd/stead/cli/setup"
	"stead/config"
	"stead/orchestrator"
	"stead/orchestrator/delivery"
	"stead/orchestrator/workdir"
	"stead/timeline"
)

// options are the flags of a fork.
type options struct{ run flags.Run }

// verb is the verb of forks. SuperviseVerb is that of the process that supervises one in a terminal.
const (
	verb          = "fork"
	superviseVerb = "supervise-fork"
)

// Commands returns the verb fork, and the hidden verb of the process that supervises a fork.
func Commands(p *setup.Process) []*cobra.Command {
	c := command(p, func(ctx context.Context, o options, settings config.Flags) error {
		return fork(ctx, p, o, settings)
	})
	c.AddCommand(treeCommand(p), mergeCommand(p))
	return []*cobra.Command{c, superviseCommand(p)}
}

// superviseCommand returns the verb of the process that supervises a fork in a terminal.
func superviseCommand(p *setup.Process) *cobra.Command {
	c := command(p, func(ctx context.Context, o options, settings config.Flags) error {
		return run.Supervise(ctx, p, o.run, settings)
	})
	c.Use, c.Hidden, c.Short = superviseVerb, true, "Supervise a fork (started by stead fork)"
	return c
}

// command returns a verb with the flags of a fork. The function fork carries it out.
func command(p *setup.Process, fork func(context.Context, options, config.Flags) error) *cobra.Command {
	var o options
	c := &cobra.Command{
		Use: "fork SESSION [--at POINT] [--to CLI] [-p TEXT] [-- ARGUMENTS]", Short: "Branch off from any point of a session",
		Long: "fork makes a new session that holds another session up to a point, in the same CLI or another. The original stays\n" +
			"unchanged. A point is turn:N, -N (N turns before the end), or the id of an entry, which is included; `stead show\n" +
			"--json` lists the ids. fork leaves out a call whose result comes after the point, and reports it.\n\n" +
			"With -p the new session continues headless, with -i in the terminal. Without either, fork only makes the session: it\n" +
			"prints the reference, and on standard error the command that opens it.",
		Example: "  stead fork claude:5f2a --at turn:3         as it was after its third turn\n" +
			"  stead fork claude:. --at -1 --to codex -p 'Do it again'\n" +
			"                                             its last turn once more, in Codex\n" +
			"  stead fork codex:latest --at msg_01a1 -i   continue from there in the terminal\n" +
			"  stead fork claude:. --worktree -i          in a git worktree of its own\n" +
			"  stead fork tree claude:5f2a                the family tree\n" +
			"  stead fork merge codex:01a1                bring a fork's turns back",
		RunE: func(c *cobra.Command, args []string) error {
			if err := o.takeReference(c, args); err != nil {
				return err
			}
			return fork(c.Context(), o, flags.RunSettings(c))
		},
		ValidArgsFunction: flags.CompleteReference(p),
	}
	o.run.Register(c)
	o.run.RegisterWorktree(c)
	_ = c.Flags().MarkHidden("resume")
	return c
}

// takeReference takes the session from the arguments. Arguments after -- belong to the CLI. The session continues in
// its own CLI unless another one is named.
func (o *options) takeReference(c *cobra.Command, args []string) error {
	own := c.ArgsLenAtDash()
	if own < 0 {
		own = len(args)
	}
	if err := flags.OneReference(c, args[:own]); err != nil {
		return failure.Usage(err)
	}
	if o.run.Request.Resume != "" {
		return failure.Usage(errors.New("--resume continues a run as it is: use it with stead run"))
	}
	o.run.Request.From, o.run.Request.Arguments, o.run.HasPrompt, o.run.Request.Kind = args[0], args[own:], c.Flags().Changed("prompt"), timeline.LineageFork
	if o.run.Worktree != "" {
		o.run.Request.Dir = o.run.Worktree
	}
	return nil
}

// starts reports whether a CLI continues the fork immediately.
func (o *options) starts() bool {
	return o.run.HasPrompt || o.run.Request.Headless || o.run.Interactive || o.run.Detach
}

func fork(ctx context.Context, p *setup.Process, o options, settings config.Flags) error {
	s, err := p.Load(settings)
	if err != nil {
		return err
	}
	rehearsed, err := rehearse(ctx, p, s, &o)
	if err != nil || o.run.DryRun {
		return err
	}
	var place *workdir.Place
	if o.run.InWorktree {
		if place, err = workdir.NewPlace(ctx, s.Config.Folders.State, rehearsed.Dir, "fork"); err != nil {
			return err
		}
		run.TellPlace(p, place)
		o.run.Request.Dir = place.Tree.Dir()
	}
	if o.starts() {
		supervisor := []string{superviseVerb, "--to", o.run.Request.To, "--in", o.run.Request.Dir}
		err = run.Start(ctx, p, o.run, settings, run.Launch{Supervisor: supervisor, Given: p.Behind(verb)})
	} else {
		err = makeOnly(ctx, p, s, o, place)
	}
	return place.Settle(ctx, s.Runs, err)
}

// rehearse determines what the fork will be, before anything is made for it.
func rehearse(ctx context.Context, p *setup.Process, s *setup.Setup, o *options) (delivery.Plan, error) {
	work := s.Orchestrator()
	r, err := request(ctx, p, s, o)
	if err != nil {
		return delivery.Plan{}, err
	}
	if !o.run.DryRun && !o.run.InWorktree {
		return delivery.Plan{}, nil
	}
	plan, err := work.Rehearse(ctx, r)
	if err == nil && o.run.DryRun {
		err = report.Plan(p, plan, o.run.AsJSON)
	}
	return plan, err
}

// request returns the orchestrator's request for a fork without a CLI.
func request(ctx context.Context, p *setup.Process, s *setup.Setup, o *options) (orchestrator.Request, error) {
	if o.run.Request.To == "" {
		session, err := s.Orchestrator().Sources().Session(ctx, o.run.Request.From)
		if err != nil {
			return orchestrator.Request{}, err
		}
		o.run.Request.To = session.CLI
	}
	r, err := run.WithoutPrompt(o.run).Resolve(ctx, p, s)
	r.Unstarted = !o.starts()
	return r, err
}

// makeOnly makes the session without a CLI, and prints how to open it.
func makeOnly(ctx context.Context, p *setup.Process, s *setup.Setup, o options, place *workdir.Place) error {
	r, err := request(ctx, p, s, &o)
	if err != nil {
		return err
	}
	watch := &report.Run{Process: p}
	made, err := s.Orchestrator().Fork(ctx, r, watch)
	if err != nil {
		return err
	}
	if o.run.AsJSON {
		return p.Term.Out.JSON(madeFork{Run: made, Cut: watch.Plan.Cut, Command: watch.Plan.Command, Branch: place.Branch()})
	}
	if _, err := fmt.Fprintln(p.Term.Out, made.To.Reference()); err != nil {
		return err
	}
	p.Term.Err.Command("open it    %s", report.OpenLine(p.Tilde(made.Dir), watch.Plan))
	p.Term.Err.Message("or         stead run --resume %s", made.ID)
	return nil
}
