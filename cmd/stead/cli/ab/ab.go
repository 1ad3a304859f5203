// Package ab holds the verbs for contests, in which several CLIs get the same prompt and the user picks the best
// result.
package ab

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/report"
	"stead/cmd/stead/cli/run"
	"stead/cmd/stead/cli/run/supervisor"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/cmd/stead/cli/travel"
	"stead/config"
	"stead/inject"
	"stead/orchestrator"
	"stead/orchestrator/ab"
)

// options are the flags of a contest.
type options struct {
	run              flags.Run
	template         flags.Template
	allow            string
	check            string
	with, include    []string
	repeat, parallel int
	// begun reports the start to the process that started the verb in the background.
	begun run.Announcement
}

// announced is a watch that also reports the start of the contest to the process that started the verb.
type announced struct {
	watch
	begun *run.Announcement
}

// Changed implements [ab.Watcher].
func (a announced) Changed(c ab.Contest) {
	a.begun.Began(c.ID)
	a.watch.Changed(c)
}

// usualTimeout is the default working time of a contestant: nobody watches it, and one that hangs would withhold the
// others' results from the user.
const usualTimeout = time.Hour

// Commands returns the verb ab.
func Commands(p *setup.Process) []*cobra.Command {
	var o options
	c := &cobra.Command{
		Use:   "ab -p TEXT --with CLI,CLI:MODEL,CLI@MACHINE,... [--from SESSION]",
		Short: "Give several CLIs the same prompt, and pick the best",
		Long: "ab gives several CLIs the same prompt from the same point, all at once. Each works in a copy of the folder as it is\n" +
			"now, uncommitted changes included: a git worktree on its own branch. ab does not touch your own folder until you pick\n" +
			"a winner.\n\n" +
			"With --check, the exit code of a command decides whether a contestant's work is good. ab exits with 0 if at least one\n" +
			"contestant succeeded.\n\n" +
			"CLI@MACHINE has a contestant work on another of your machines (stead machines): the folder and the session go there, and\n" +
			"what it did comes back. --check runs here.",
		Example: "  stead ab -p 'Fix the tests' --with claude,codex --check 'go test ./...'\n" +
			"  stead ab -p 'Write a parser' --with claude,opencode:openai/gpt-6 --repeat 2\n" +
			"  stead ab -p 'Fix the tests' --with claude,codex@desk,gemini@builder\n" +
			"                          each on its own machine\n" +
			"  stead ab --from claude:. -p 'Finish it' --with claude,codex\n" +
			"                          all continue the session\n" +
			"  stead ab show           the results of the latest contest, side by side\n" +
			"  stead ab diff claude    what one changed\n" +
			"  stead ab pick claude    bring it into your folder, and continue there\n" +
			"  stead ab clean          remove the copies",
		Args: flags.NoArgs,
		RunE: func(c *cobra.Command, args []string) error {
			o.run.HasPrompt = c.Flags().Changed("prompt")
			err := hold(c.Context(), p, &o, flags.Given(c, map[string]string{"history": "history", "thinking": "thinking",
				"redact": "redact"}))
			o.begun.Ended(err)
			return err
		},
	}
	o.register(p, c)
	_ = c.RegisterFlagCompletionFunc("from", flags.CompleteReferences(p))
	_ = c.RegisterFlagCompletionFunc("with", flags.CompleteDrivers)
	flags.CompleteAllowances(c)
	c.AddCommand(showCommand(p), listCommand(p), diffCommand(p), pickCommand(p), stopCommand(p), cleanCommand(p))
	return []*cobra.Command{c}
}

func (o *options) register(p *setup.Process, c *cobra.Command) {
	set := c.Flags()
	set.StringSliceVarP(&o.with, "with", "w", nil,
		"the contestants: `CLIS`, each optionally with @MACHINE and then :MODEL")
	set.StringVarP(&o.run.Request.Prompt, "prompt", "p", "", "what to do: `TEXT`, or - to read it from standard input")
	o.template.Register(p, c)
	set.StringVar(&o.run.Request.From, "from", "", "the `SESSION` that all continue (default: a new one each)")
	set.StringVar(&o.run.Point, "at", "",
		"where to cut the session: `POINT` turn:N, -N (turns before the end), or an entry's id")
	set.IntVarP(&o.repeat, "repeat", "n", 1, "run each contestant `N` times")
	set.IntVar(&o.parallel, "parallel", 0, "run `N` contestants at a time (default: the number of cores, at least 2)")
	set.StringVar(&o.check, "check", "", "a `COMMAND` whose exit code decides whether a contestant's work is good")
	set.DurationVar(&o.run.Request.Budget.Time, "timeout", usualTimeout,
		"end a contestant, or its check, after this `TIME`; 0 for never")
	set.IntVar(&o.run.Request.Budget.Turns, "max-turns", 0, "end a contestant after `N` answers of its model")
	set.Float64Var(&o.run.Request.Budget.Cost, "max-cost", 0,
		"end a contestant when its CLI reports a cost of this many US `DOLLARS`")
	set.StringVar(&o.allow, "allow", string(inject.Edits),
		"what contestants may do without asking: `WHAT` configured, edits, all")
	set.StringSliceVar(&o.include, "include", nil,
		"`PATTERNS` of ignored files that each copy needs, in addition to .worktreeinclude")
	set.StringVar(&o.run.Request.Dir, "cwd", "",
		"the `FOLDER` to work on (default: the session's own, else the current one)")
	set.String("history", "",
		"how much of the session to deliver: `POLICY` full, whole, last:N, budget:TOKENS, users, summary")
	set.String("thinking", "", "the model's thinking: `POLICY` strip, text, keep")
	flags.Redact(c)
	flags.JSON(c, &o.run.AsJSON, "print the result as a JSON object")
	o.begun.Register(c)
	flags.Exclude(c, "prompt", "template")
}

func hold(ctx context.Context, p *setup.Process, o *options, settings config.Flags) error {
	s, err := load(ctx, p, settings)
	if err != nil {
		return err
	}
	plan, err := planOf(ctx, p, o, s)
	if err != nil {
		return err
	}
	term.OutlivePipes()
	shown := announced{newWatch(ctx, p, s), &o.begun}
	ding := s.Notifications.Ding(p.Term.Bell(), func(text string) { shown.Note("", text) })
	contest, err := travel.Contests(s, travel.NewElsewhere(p, s), supervisor.Alongside(s)).Run(ctx, plan, shown)
	shown.close()
	notifyEnd(ding.Notifier, contest, s.Host.Now())
	if contest.ID == "" {
		return err
	}
	ctx = context.WithoutCancel(ctx) // an interrupted contest still shows what was done
	if o.run.AsJSON {
		return errors.Join(err, p.Term.Out.JSON(comparedContest(ctx, s, contest)))
	}
	return errors.Join(err, showContest(ctx, p, s, contest, false))
}

// load loads the settings, and settles what a killed pick has left behind.
func load(ctx context.Context, p *setup.Process, settings config.Flags) (*setup.Setup, error) {
	s, err := p.Load(settings)
	if err != nil {
		return nil, err
	}
	report.SettlePicks(ctx, p, s, "")
	return s, nil
}

// planOf converts the options to a contest's plan.
func planOf(ctx context.Context, p *setup.Process, o *options, s *setup.Setup) (ab.Plan, error) {
	plan := ab.Plan{Repeat: o.repeat, Parallel: o.parallel, Check: o.check, Include: o.include}
	if len(o.with) == 0 {
		return plan, failure.Usage(errors.New("name the contestants: --with claude,codex"))
	}
	if o.repeat < 1 || o.parallel < 0 {
		return plan, failure.Usage(errors.New("--repeat must be at least 1, and --parallel must not be negative"))
	}
	if o.run.Request.From == "-" {
		return plan, failure.Usage(errors.New("standard input can be read only once: put the session into a file"))
	}
	var err error
	if plan.Entrants, err = ab.ParseEntrants(o.with); err != nil {
		return plan, err
	}
	if o.run.Request.Allow, err = inject.ParseAllowance(o.allow); err != nil {
		return plan, err
	}
	plan.Request, err = requestOf(ctx, p, o, s)
	return plan, err
}

// requestOf returns the request that every contestant gets.
func requestOf(ctx context.Context, p *setup.Process, o *options, s *setup.Setup) (r orchestrator.Request, err error) {
	o.run.Request.Headless = true
	if o.template.Name != "" {
		o.run.HasPrompt = true
		if o.run.Request.Prompt, err = o.template.Prompt(ctx, p, s); err != nil {
			return r, err
		}
	}
	if o.run.Request.Dir == "" && o.run.Request.From == "" {
		o.run.Request.Dir = p.Folder()
	}
	return o.run.Resolve(ctx, p, s)
}

// find returns the named contest, or the latest one if name is empty.
func find(s *setup.Setup, name string) (ab.Contest, error) {
	if name == "" {
		name = "latest"
	}
	return ab.Open(s.Config.Folders.Data).Find(name)
}

// newWatch returns the display of an active contest: a table that updates in place on a terminal, lines otherwise.
func newWatch(ctx context.Context, p *setup.Process, s *setup.Setup) watch {
	if !p.Term.Err.Draws() {
		return &lines{process: p}
	}
	return newBoard(ctx, p, s.Host.Now)
}
