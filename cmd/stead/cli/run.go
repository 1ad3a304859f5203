package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"stead/adapters"
	"stead/config"
	"stead/control"
	"stead/forks"
	"stead/inject"
	"stead/internal/installed"
	"stead/orchestrator"
	"stead/timeline/store"
)

type runOptions struct {
	orchestrator.Request
	history, thinking           string
	hasPrompt                   bool
	interactive, dryRun, asJSON bool
	detach                      bool
	// asks says that somebody can be asked what becomes of secrets.
	asks bool
	// point is where the session is cut.
	point string
	// minder is how the command line of the process begins that minds an interactive run; behind it stands what stands behind verb in this one.
	minder []string
	verb   string
}

func (a *app) runCommand() *cobra.Command { return a.commandOfRun(a.run) }

// commandOfRun is the command with the flags of a run, by whoever that is carried out.
func (a *app) commandOfRun(run func(context.Context, runOptions, map[string]string) error) *cobra.Command {
	o := runOptions{minder: []string{"supervise"}, verb: "run"}
	c := &cobra.Command{
		Use:   "run [--from SESSION] --to CLI [-p TEXT] [-- CLI ARGUMENTS]",
		Short: "Continue a session in another CLI, or begin one",
		Long: "run continues a session in another CLI, in that CLI's own format: its screen shows the history, its model gets it.\n" +
			"Without --from the CLI begins a session of its own, which stead supervises and records like any other.\n\n" +
			"Without -p the CLI takes the terminal. With -p it answers the prompt and ends; the answer is the output.\n" +
			"Standard error says what could not be carried over, and why.",
		Example: "  stead run --from claude:latest --to codex            go on in Codex's terminal\n" +
			"  stead run --from claude:. --to codex -p 'Finish it'  one more turn, headless\n" +
			"  stead run --from run:latest --to claude              carry the work back\n" +
			"  stead run --from claude:5f2a --to codex --dry-run    see what would arrive\n" +
			"  stead run --from claude:. --to codex -d              in the background\n" +
			"  stead run --from claude:. --to claude --failover codex -p 'Finish it'\n" +
			"                                                       go on in Codex at a limit\n" +
			"  stead run --to codex --allow edits -p 'Fix the bug'  begin a session\n" +
			"  stead run --resume latest                            resume a run\n" +
			"  stead run --from claude:. --to codex -- --search     after --: the CLI's own",
		RunE: func(c *cobra.Command, args []string) error {
			if at := c.ArgsLenAtDash(); at > 0 || (at < 0 && len(args) > 0) {
				return usageError{fmt.Errorf("run takes no argument %q: name the session with --from and the CLI with --to", args[0])}
			}
			if err := o.whole(); err != nil {
				return err
			}
			if o.From == "" && o.Resume == "" && c.Flags().Changed("history") {
				return usageError{errors.New("a new session has no history that --history could choose from: name one with --from")}
			}
			o.Arguments, o.hasPrompt = args, c.Flags().Changed("prompt")
			return run(c.Context(), o, runSettings(c))
		},
	}
	c.Flags().StringVar(&o.From, "from", "", "the `SESSION` to continue (see References below); the CLI begins one if not given")
	_ = c.RegisterFlagCompletionFunc("from", a.completeReferences)
	a.runFlags(c, &o)
	return c
}

// runSettings are the settings that the flags of a run give.
func runSettings(c *cobra.Command) map[string]string {
	return changed(c, map[string]string{"history": "history", "thinking": "thinking", "redact": "redact", "sync": "sync"})
}

// runFlags are those of all verbs that may start a CLI on a session.
func (a *app) runFlags(c *cobra.Command, o *runOptions) {
	flags := c.Flags()
	flags.StringVar(&o.point, "at", "", "where the session is cut: `POINT` turn:N, -N (turns before the end), or an entry's id")
	flags.StringVar(&o.To, "to", "", "the `CLI` that works")
	flags.StringVarP(&o.Prompt, "prompt", "p", "", "what to do next: `TEXT`, or - to read it from standard input")
	flags.BoolVarP(&o.interactive, "interactive", "i", false, "open the CLI in the terminal also when there is a prompt")
	flags.BoolVar(&o.Headless, "headless", false, "use no terminal; without -p the prompt is read from standard input")
	flags.StringVarP(&o.Model, "model", "m", "", "the CLI's `MODEL`; its own default if not given")
	flags.StringVar(&o.history, "history", "", "how much to deliver: `POLICY` full, last:N, budget:TOKENS, users, summary")
	flags.StringVar(&o.thinking, "thinking", "", "the model's thinking: `POLICY` strip, text, keep")
	flags.StringVar(&o.Dir, "cwd", "", "the `FOLDER` to work in; the session's own if not given, the current one for a new session")
	flags.BoolVarP(&o.detach, "detach", "d", false, "run in the background and print the run's id (see stead attach)")
	flags.BoolVar(&o.dryRun, "dry-run", false, "show what would be delivered, and do nothing")
	o.liveFlags(c)
	redactFlag(c)
	jsonFlag(c, &o.asJSON, "print each new entry as a line of JSON, and the result as the last one")
	c.MarkFlagsMutuallyExclusive("interactive", "headless")
	c.MarkFlagsMutuallyExclusive("interactive", "json")
	c.MarkFlagsMutuallyExclusive("detach", "json")
	c.MarkFlagsMutuallyExclusive("detach", "dry-run")
	_ = c.RegisterFlagCompletionFunc("to", a.completeDrivers)
}

func (a *app) run(ctx context.Context, o runOptions, flags map[string]string) error {
	s, err := a.setup(flags)
	if err != nil {
		return err
	}
	if err := o.takeUp(s.runs); err != nil {
		return err
	}
	if !o.dryRun && (o.detach || !o.isHeadless()) {
		return a.launch(ctx, o, s.config.DetachKey)
	}
	o.asks = !o.dryRun && !o.asJSON && a.canAsk()
	r, err := a.request(ctx, &o, s)
	if err != nil {
		return err
	}
	work := a.orchestrator(s)
	if o.dryRun {
		plan, err := work.Rehearse(ctx, r)
		if err != nil {
			return err
		}
		return a.printPlan(plan, o.asJSON)
	}
	outlivePipes()
	m := &minder{socket: socket{app: a}}
	m.server = &control.Server{Send: m.send}
	defer m.server.Close()
	m.begin(s, &r, a.dinger(s, a.bell(), func(text string) { a.note("%s", text) }))
	watch := &runWatch{app: a, asJSON: o.asJSON}
	seen := observers{watch, m}
	if status := a.watchStatus(ctx, o.asJSON, s.host.Now); status != nil {
		seen = append(seen, status)
	}
	result, err := work.Run(ctx, r, seen)
	if found := secretsIn(err); found != nil && o.asks {
		if r.Redaction, err = a.askAboutSecrets(ctx, found); err == nil {
			result, err = work.Run(ctx, r, seen)
		}
	}
	a.status.Load().close()
	m.server.Tell(control.Ended, ending{Run: result, Failure: describe(err)})
	if result.ID == "" {
		return err
	}
	return errors.Join(err, watch.finish(result, true))
}

// outlivePipes turns the death by SIGPIPE into an error of the write: whoever stops reading (stead run --json | head -1) must not
// leave a run without its record and a CLI without stead. Caught rather than ignored, since a CLI would inherit that.
func outlivePipes() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }

// orchestrator puts the parts together.
func (a *app) orchestrator(s *setup) *orchestrator.Orchestrator {
	return &orchestrator.Orchestrator{
		Adapters: adapters.All(),
		Catalog:  s.catalog, Runs: s.runs, Lineage: forks.OpenLog(s.config.Folders.Data), Live: store.New(s.host.Now), Host: s.host, Environment: s.environ,
		Secrets: s.secrets(),
		Locate: func(ctx context.Context, d inject.Driver) (installed.Program, error) {
			program, err := s.find(ctx, d)
			if err != nil {
				err = fmt.Errorf("find %s: %w", d.Info().Title, err)
			}
			return program, err
		},
		ExitCode: func(err error) int {
			code, _ := exitCode(err)
			return code
		},
	}
}

// isHeadless reports whether the CLI answers without a terminal.
func (o *runOptions) isHeadless() bool {
	return o.Headless || o.asJSON || (o.hasPrompt && !o.interactive)
}

// request turns the options into what the orchestrator is asked. The terminal of an interactive run is the caller's to add.
func (a *app) request(ctx context.Context, o *runOptions, s *setup) (orchestrator.Request, error) {
	if err := o.takeUp(s.runs); err != nil {
		return orchestrator.Request{}, err
	}
	r, c := o.Request, s.config
	if b := r.Budget; b.Time < 0 || b.Turns < 0 || b.Cost < 0 {
		return r, usageError{errors.New("--timeout, --max-turns and --max-cost cannot be less than nothing; 0 sets no bound")}
	}
	var err error
	if r.At, err = pointOf(o.point, r); err != nil {
		return r, err
	}
	if r.History, err = inject.ParseHistory(c.History); err != nil {
		return r, err
	}
	if r.Thinking, err = inject.ParseThinking(c.Thinking); err != nil {
		return r, err
	}
	if r.Sync, err = orchestrator.ParseSync(c.Sync); err != nil {
		return r, err
	}
	if r.Redaction = inject.Redaction(c.Redact); !o.asks {
		r.Redaction = r.Redaction.Unasked()
	}
	if r.Dir != "" {
		r.Dir = a.path(r.Dir)
	}
	own := c.CLI[r.To]
	live(&r, c)
	r.Arguments, r.Environment, r.Models = slices.Concat(own.Args, r.Arguments), own.Env, modelRules(own)
	r.Headless = o.isHeadless()
	return r, a.readPrompt(ctx, &r, *o)
}

// pointOf reads where the session is cut with which a request goes on.
func pointOf(point string, r orchestrator.Request) (forks.Point, error) {
	if point != "" && r.From == "" && r.Resume == "" {
		return forks.Point{}, usageError{errors.New("--at is a point of a session: name that session with --from")}
	}
	return forks.ParsePoint(point)
}

// modelRules are what the user has set for sessions that come from another CLI, the model for all of them last.
func modelRules(own config.CLI) []orchestrator.ModelRule {
	var rules []orchestrator.ModelRule
	for _, rule := range own.Models {
		pattern, model, _ := strings.Cut(rule, "=") // the configuration is checked
		rules = append(rules, orchestrator.ModelRule{Pattern: pattern, Model: model})
	}
	if own.Model != "" {
		rules = append(rules, orchestrator.ModelRule{Pattern: orchestrator.AnyModel, Model: own.Model})
	}
	return rules
}

// readPrompt takes the prompt from standard input where it is to be found there.
func (a *app) readPrompt(ctx context.Context, r *orchestrator.Request, o runOptions) error {
	fromInput := r.Prompt == "-" || (r.Headless && !o.hasPrompt && !o.dryRun && o.Resume == "")
	switch {
	case fromInput && o.From == "-":
		return usageError{errors.New("the session and the prompt cannot both come from standard input")}
	case fromInput && term.IsTerminal(int(a.Stdin.Fd())):
		return usageError{errors.New("a headless run needs a prompt: give it with -p TEXT, or on standard input")}
	case fromInput:
		text, err := a.readInput(ctx)
		if err != nil {
			return fmt.Errorf("read the prompt from standard input: %w", err)
		}
		r.Prompt = text
	}
	if r.Headless && strings.TrimSpace(r.Prompt) == "" && !o.dryRun && o.Resume == "" {
		return usageError{errors.New("the prompt is empty: say with -p TEXT what to do next")}
	}
	return nil
}
