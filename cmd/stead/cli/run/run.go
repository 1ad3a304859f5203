// Package run implements the verb run, which continues a session in this process, or in one that supervises the run and
// outlives this one.
package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/report"
	"stead/cmd/stead/cli/run/supervisor"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/cmd/stead/cli/travel"
	"stead/config"
	"stead/orchestrator"
	"stead/reach/remote"
)

// Commands returns the verb run, and the hidden verb of the process that supervises a run. Pick lets the user pick the
// session and the CLI on a screen, when the verb has no arguments. It is nil if there is no screen.
func Commands(p *setup.Process, pick func(context.Context) error) []*cobra.Command {
	c := Command(p)
	if run := c.RunE; pick != nil {
		c.RunE = func(c *cobra.Command, args []string) error {
			if isBare := c.Flags().NFlag() == 0 && len(args) == 0 && c.ArgsLenAtDash() < 0; isBare {
				return pick(c.Context())
			}
			return run(c, args)
		}
	}
	return []*cobra.Command{c, superviseCommand(p)}
}

// verb is the verb of this package.
const verb = "run"

// Command returns the verb run.
func Command(p *setup.Process) *cobra.Command {
	on := ""
	c := command(p, func(ctx context.Context, o flags.Run, settings config.Flags) error {
		given := p.Behind(verb)
		if o.On = on; on != "" && on != machines.Here {
			if o.InWorktree {
				return failure.Usage(errors.New("--worktree makes a worktree on this machine: omit --on, which works in a copy of the folder anyway"))
			}
			return travel.Push(ctx, p, o, settings, given)
		}
		given, err := travel.Pull(ctx, p, &o, settings, remote.Without(given, "on"))
		if err != nil {
			return err
		}
		how := Launch{Supervisor: []string{superviseVerb}, Given: given}
		if o.InWorktree && !o.DryRun {
			return inWorktree(ctx, p, o, settings, how)
		}
		return Start(ctx, p, o, settings, how)
	})
	c.Flags().StringVar(&on, "on", "",
		"take the session and its folder's work to another of your machines and run it there: its `NAME`, or any, or labels such as gpu,linux")
	return c
}

// command returns a verb with the flags of a run. The function run carries it out.
func command(p *setup.Process, run func(context.Context, flags.Run, config.Flags) error) *cobra.Command {
	var o flags.Run
	c := &cobra.Command{
		Use:   "run [--from SESSION] --to CLI [-p TEXT] [-- CLI ARGUMENTS]",
		Short: "Continue a session in another CLI, or begin one",
		Long: "run continues a session in another CLI, in that CLI's own format: its screen shows the history, and its model receives\n" +
			"it. Without --from the CLI begins a new session, which stead supervises and records like any other.\n\n" +
			"Without -p the CLI takes over the terminal. With -p it answers the prompt and exits; the output is the answer.\n" +
			"Standard error reports what did not carry over, and why.\n\n" +
			"stead run alone opens all sessions on a terminal: enter on one asks in which CLI it continues, and shows what arrives.",
		Example: "  stead run --from claude:latest --to codex            open it in Codex\n" +
			"  stead run --from claude:. --to codex -p 'Finish it'  one more turn, headless\n" +
			"  stead run --from run:latest --to claude              carry the work back\n" +
			"  stead run --from claude:5f2a --to codex --dry-run    see what would arrive\n" +
			"  stead run --from laptop/claude:5f2a --to codex       of another machine\n" +
			"  stead run --from claude:. --to codex --on desk -d    on another machine\n" +
			"  stead run --from claude:. --to codex --on any -d     on the next free one\n" +
			"  stead run --from claude:. --to codex -d              in the background\n" +
			"  stead run --from claude:. --to claude --failover codex -p 'Finish it'\n" +
			"                                                       Codex, at a limit\n" +
			"  stead run --to codex --allow edits -p 'Fix the bug'  begin a session\n" +
			"  stead run --to codex --worktree                      in a git worktree\n" +
			"  stead run --resume latest                            resume a run\n" +
			"  stead run --from claude:. --to codex -- --search     after --: the CLI's own",
		RunE: func(c *cobra.Command, args []string) error {
			if at := c.ArgsLenAtDash(); at > 0 || (at < 0 && len(args) > 0) {
				return failure.Usagef("run takes no argument %q: name the session with --from and the CLI with --to", args[0])
			}
			if err := check(o); err != nil {
				return err
			}
			if o.Request.From == "" && o.Request.Resume == "" && c.Flags().Changed("history") {
				return failure.Usage(errors.New("--history needs a session to choose from: name it with --from"))
			}
			o.Request.Arguments, o.HasPrompt = args, c.Flags().Changed("prompt")
			if o.Worktree != "" {
				o.Request.Dir = o.Worktree
			}
			return run(c.Context(), o, flags.RunSettings(c))
		},
	}
	c.Flags().StringVar(&o.Request.From, "from", "",
		"the `SESSION` to continue (see References below; default: a new one)")
	_ = c.RegisterFlagCompletionFunc("from", flags.CompleteReferences(p))
	o.Register(c)
	o.RegisterWorktree(c)
	flags.Exclude(c, "worktree", "resume")
	return c
}

// check returns an error if something is missing on the command line.
func check(o flags.Run) error {
	switch r := o.Request; {
	case r.Resume != "" && (r.From != "" || r.To != "" || o.DryRun):
		return failure.Usage(errors.New("--resume continues a run as it is: omit --from, --to and --dry-run"))
	case isElsewhere(r.Resume):
		machine, run, _ := remote.Split(r.Resume)
		return &failure.Error{
			Code: failure.WrongUsage, Text: fmt.Sprintf("a run is resumed where it is: on %s, stead run --resume %s", machine,
				run),
			Tip: fmt.Sprintf("to continue it here: stead run --from %s --to CLI", remote.Join(machine, "run:"+run)),
		}
	case r.Resume == "" && r.To == "" && r.From == "":
		return failure.Usage(errors.New(
			"run needs --from with a session and --to with a CLI, or --to alone to begin a new session; on a terminal, stead run alone lets you pick"))
	case r.Resume == "" && r.To == "":
		return failure.Usage(errors.New(
			"run needs --to with the CLI to use, and --from with the session to continue, unless it begins a new one"))
	}
	return nil
}

func isElsewhere(run string) bool {
	_, _, ok := remote.Split(run)
	return ok
}

// Start carries out what the flags of a run ask for: in this process if the CLI needs no terminal, and otherwise in one
// that supervises the run. Settings are those of the command line, by key. How says how to start a supervisor.
func Start(ctx context.Context, p *setup.Process, o flags.Run, settings config.Flags, how Launch) error {
	s, err := p.Load(settings)
	if err != nil {
		return err
	}
	if err := o.FindResumed(s.Runs); err != nil {
		return err
	}
	if !o.DryRun {
		report.SettlePicks(ctx, p, s, cmp.Or(o.Request.Dir, p.Folder()))
	}
	if !o.DryRun && (o.Detach || !o.IsHeadless()) {
		return launch(ctx, p, how, o.Detach, s.Config.DetachKey)
	}
	o.Asks = !o.DryRun && !o.AsJSON && p.Term.CanAsk()
	r, err := o.Resolve(ctx, p, s)
	if err != nil {
		return err
	}
	if !o.DryRun {
		return headless(ctx, p, s, o, r)
	}
	plan, err := s.Orchestrator().Rehearse(ctx, r)
	if err != nil {
		return err
	}
	return report.Plan(p, plan, o.AsJSON)
}

// headless carries out a run in this process. It asks once about secrets that the run would reveal.
func headless(ctx context.Context, p *setup.Process, s *setup.Setup, o flags.Run, r orchestrator.Request) error {
	term.OutlivePipes()
	m := supervisor.New(nil)
	defer m.Close()
	r = o.Following(s, r)
	m.Begin(s, &r, s.Notifications.Ding(p.Term.Bell(), func(text string) { p.Term.Err.Note("%s", text) }))
	shown := &report.Run{Process: p, AsJSON: o.AsJSON}
	seen := observers{shown, m}
	if line := newStatus(ctx, p, o.AsJSON, s.Host.Now); line != nil {
		seen = append(seen, line)
	}
	work := s.Orchestrator()
	result, err := work.Run(ctx, r, seen)
	if found := failure.SecretsIn(err); found != nil && o.Asks {
		if r.Redaction, err = flags.AskAboutSecrets(ctx, p.Term, found); err == nil {
			result, err = work.Run(ctx, r, seen)
		}
	}
	p.Term.Err.CloseStatus()
	m.Ended(result, err)
	if result.ID == "" {
		return err
	}
	return errors.Join(err, shown.Finish(result, true))
}
