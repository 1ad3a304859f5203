package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"stead/forks/worktree"
	"stead/inject"
	"stead/orchestrator"
	"stead/orchestrator/ab"
	"stead/runs"
)

type abOptions struct {
	runOptions
	templateOptions
	at, allow, check string
	with, include    []string
	repeat, parallel int
}

// usualTimeout is how long a contestant may work: nobody looks at it, and one that hangs would keep the others' results from the user.
const usualTimeout = time.Hour

func (a *app) abCommand() *cobra.Command {
	var o abOptions
	c := &cobra.Command{
		Use: "ab -p TEXT --with CLI,CLI:MODEL,... [--from SESSION]", Short: "Give several CLIs the same prompt, and pick the best",
		Long: "ab gives several CLIs the same prompt from the same point, all at once. Each works in a copy of the folder as it is now, a git\n" +
			"worktree on a branch of its own, uncommitted changes included. Your own folder is not touched until you pick a winner.\n\n" +
			"With --check a command tells by its exit code whose work is good. The exit code is 0 when somebody has succeeded.",
		Example: "  stead ab -p 'Fix the tests' --with claude,codex --check 'go test ./...'\n" +
			"  stead ab -p 'Write a parser' --with claude,opencode:openai/gpt-6 --repeat 2\n" +
			"  stead ab --from claude:. -p 'Finish it' --with claude,codex\n" +
			"                          all go on with the session\n" +
			"  stead ab show           the results of the latest contest, side by side\n" +
			"  stead ab diff claude    what one has changed\n" +
			"  stead ab pick claude    bring it into your folder, and go on there\n" +
			"  stead ab clean          remove the copies",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("unknown command %q for %q", args[0], c.CommandPath())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			o.hasPrompt = c.Flags().Changed("prompt")
			return a.ab(c.Context(), o, changed(c, map[string]string{"history": "history", "thinking": "thinking", "redact": "redact"}))
		},
	}
	o.flags(a, c)
	_ = c.RegisterFlagCompletionFunc("from", a.completeReferences)
	_ = c.RegisterFlagCompletionFunc("with", a.completeDrivers)
	completeAllowances(c)
	c.AddCommand(a.abShowCommand(), a.abListCommand(), a.abDiffCommand(), a.abPickCommand(), a.abStopCommand(), a.abCleanCommand())
	return c
}

func (o *abOptions) flags(a *app, c *cobra.Command) {
	flags := c.Flags()
	flags.StringSliceVarP(&o.with, "with", "w", nil, "who takes part: `CLIS`, each with :MODEL behind it if you like")
	flags.StringVarP(&o.Prompt, "prompt", "p", "", "what to do: `TEXT`, or - to read it from standard input")
	o.templateFlags(a, c)
	flags.StringVar(&o.From, "from", "", "the `SESSION` that all go on with; without it each begins a new one")
	flags.StringVar(&o.at, "at", "", "where that is cut: `POINT` turn:N, -N (turns before the end), or an entry's id")
	flags.IntVarP(&o.repeat, "repeat", "n", 1, "have each take part `N` times")
	flags.IntVar(&o.parallel, "parallel", 0, "how many work at a time, `N`; as many as the machine has cores if not given")
	flags.StringVar(&o.check, "check", "", "the `COMMAND` whose exit code says whether a contestant's work is good")
	flags.DurationVar(&o.Budget.Time, "timeout", usualTimeout, "end a contestant, or its check, after this `TIME`; 0 never")
	flags.IntVar(&o.Budget.Turns, "max-turns", 0, "end a contestant after so many answers of its model, `N`")
	flags.Float64Var(&o.Budget.Cost, "max-cost", 0, "end a contestant when its CLI says that it has cost so many US `DOLLARS`")
	flags.StringVar(&o.allow, "allow", string(inject.Edits), "what they may do without asking: `WHAT` configured, edits, all")
	flags.StringSliceVar(&o.include, "include", nil, "`PATTERNS` of files that git ignores and each copy needs, beside .worktreeinclude")
	flags.StringVar(&o.Dir, "cwd", "", "the `FOLDER` to work on; the session's own, or this one, if not given")
	flags.StringVar(&o.history, "history", "", "how much of the session to deliver: `POLICY` full, last:N, budget:TOKENS, users, summary")
	flags.StringVar(&o.thinking, "thinking", "", "the model's thinking: `POLICY` strip, text, keep")
	redactFlag(c)
	jsonFlag(c, &o.asJSON, "print the result as a JSON object")
	c.MarkFlagsMutuallyExclusive("prompt", "template")
}

func (a *app) ab(ctx context.Context, o abOptions, flags map[string]string) error {
	s, err := a.setup(flags)
	if err != nil {
		return err
	}
	p, err := a.contestPlan(ctx, o, s)
	if err != nil {
		return err
	}
	outlivePipes()
	watch := a.watchContest(ctx, s)
	ding := a.dinger(s, a.bell(), func(text string) { watch.Note("", text) })
	contest, err := a.arena(s).Run(ctx, p, watch)
	watch.close()
	contestEnded(ding.Notifier, contest, s.host.Now())
	if contest.ID == "" {
		return err
	}
	ctx = context.WithoutCancel(ctx) // what was done until an interruption is shown
	if o.asJSON {
		return errors.Join(err, a.printJSON(a.comparedContest(ctx, s, contest)))
	}
	return errors.Join(err, a.showContest(ctx, s, contest, false))
}

// contestPlan turns the options into what a contest is about.
func (a *app) contestPlan(ctx context.Context, o abOptions, s *setup) (ab.Plan, error) {
	p := ab.Plan{Repeat: o.repeat, Parallel: o.parallel, Check: o.check, Include: o.include}
	if len(o.with) == 0 {
		return p, usageError{errors.New("say who takes part: --with claude,codex")}
	}
	if o.repeat < 1 || o.parallel < 0 {
		return p, usageError{errors.New("--repeat and --parallel are numbers of contestants")}
	}
	if o.From == "-" {
		return p, usageError{errors.New("a session from standard input can be read once: put it into a file")}
	}
	var err error
	if p.Entrants, err = ab.ParseEntrants(o.with); err != nil {
		return p, err
	}
	if o.At, err = pointOf(o.at, o.Request); err != nil {
		return p, err
	}
	if o.Allow, err = inject.ParseAllowance(o.allow); err != nil {
		return p, err
	}
	p.Request, err = a.contestRequest(ctx, o, s)
	return p, err
}

// contestRequest is what every contestant is asked.
func (a *app) contestRequest(ctx context.Context, o abOptions, s *setup) (r orchestrator.Request, err error) {
	o.Headless = true
	if o.name != "" {
		o.hasPrompt = true
		if o.Prompt, err = a.prompt(ctx, s, o.templateOptions); err != nil {
			return r, err
		}
	}
	if o.Dir == "" && o.From == "" {
		o.Dir = a.dir()
	}
	return a.request(ctx, &o.runOptions, s)
}

// arena is where contests are held on this machine.
func (a *app) arena(s *setup) *ab.Arena {
	state := s.config.Folders.State
	return &ab.Arena{
		Orchestrator: a.orchestrator(s), Contests: ab.Open(s.config.Folders.Data),
		Trees: filepath.Join(state, "worktrees"), Worktree: worktree.Options{State: state},
		Beside: func(stop func()) (orchestrator.Observer, func(runs.Run, error)) { return a.attend(s, stop) },
	}
}

// contest returns the contest that is meant: the latest when none is named.
func (a *app) contest(s *setup, name string) (ab.Contest, error) {
	if name == "" {
		name = "latest"
	}
	return ab.Open(s.config.Folders.Data).Find(name)
}

// watchContest shows a contest that goes on: as a table that is drawn again and again where there is a terminal, else as lines.
func (a *app) watchContest(ctx context.Context, s *setup) contestWatch {
	lines := &contestLines{app: a}
	if !a.draws() {
		return lines
	}
	return newBoard(ctx, a, lines, s.host.Now)
}
