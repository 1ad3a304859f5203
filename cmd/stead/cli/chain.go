package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"stead/adapters"
	"stead/inject"
	"stead/internal/plain"
	"stead/orchestrator"
	"stead/orchestrator/chain"
	"stead/orchestrator/chain/recipe"
	"stead/runs"
)

type chainOptions struct {
	steps, vars      []string
	from, dir, allow string
	maxSteps         int
	worktree, dryRun bool
	asJSON, trust    bool
}

func (a *app) chainCommand() *cobra.Command {
	var o chainOptions
	c := &cobra.Command{
		Use: "chain FILE", Short: "Run steps in several CLIs, one after the other",
		Long: "chain has CLIs do the steps of a recipe, each with what the one before has done: its whole session, its answer, or its changes.\n" +
			"A recipe is a file, or --step once for each step. A chain that was stopped or killed can be resumed.",
		Example: "  stead chain feature.yaml --var what='a parser'\n" +
			"  stead chain --step claude:'Plan a parser' --step codex:'Implement the plan'\n" +
			"  stead chain --step codex@gpt-6:'Fix it' --step claude:'Review {{.Diff}}'\n" +
			"  stead chain feature.yaml --dry-run   the plan\n" +
			"  stead chain resume                   resume the latest chain\n" +
			"  stead chain show                     how far it is",
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return a.chain(c.Context(), args, o) },
	}
	flags := c.Flags()
	flags.StringArrayVar(&o.steps, "step", nil, "a `STEP` in place of a file, CLI[@MODEL]:PROMPT; may be repeated")
	flags.StringVar(&o.from, "from", "", "the `SESSION` that the first step goes on with; a new one if not given")
	flags.StringVar(&o.dir, "cwd", "", "the `FOLDER` to work in; the session's own, else the current one, if not given")
	flags.StringVar(&o.allow, "allow", "", "what the CLIs may do without asking: `WHAT` configured, edits (if not given), all")
	flags.BoolVar(&o.worktree, "worktree", false, "work in a git worktree, on a branch of its own")
	flags.IntVar(&o.maxSteps, "max-steps", 0, "limit the chain to `N` attempts at steps")
	flags.BoolVar(&o.dryRun, "dry-run", false, "show the plan and stop")
	o.shared(c)
	_ = c.RegisterFlagCompletionFunc("from", a.completeReferences)
	completeAllowances(c)
	c.AddCommand(a.chainResumeCommand(), a.chainShowCommand(), a.chainListCommand(), a.chainRemoveCommand(), a.chainSchemaCommand())
	return c
}

// shared are the flags of a chain that begins and of one that goes on.
func (o *chainOptions) shared(c *cobra.Command) {
	flags := c.Flags()
	if c.Name() == "chain" {
		flags.StringArrayVar(&o.vars, "var", nil, "a variable of the recipe, `NAME=VALUE`; may be repeated")
	}
	flags.BoolVar(&o.trust, "trust", false, "let the project's templates run commands")
	jsonFlag(c, &o.asJSON, "print each event as a line of JSON, and the chain's record as the last one")
}

func (a *app) chain(ctx context.Context, args []string, o chainOptions) error {
	s, err := a.setup(nil)
	if err != nil {
		return err
	}
	order, err := a.chainOrder(ctx, s, args, o)
	if err != nil {
		return err
	}
	if o.dryRun {
		return a.printRecipe(order.Recipe, o.asJSON)
	}
	engine, err := a.chainEngine(ctx, s, o)
	if err != nil {
		return err
	}
	if err := a.installedFor(ctx, s, order.Recipe); err != nil {
		return err
	}
	outlivePipes()
	watch := a.watchChain(o.asJSON)
	result, err := engine.Begin(ctx, order, watch)
	return errors.Join(err, watch.finish(result))
}

// chainOrder reads the recipe, and says with which session and where the chain begins.
func (a *app) chainOrder(ctx context.Context, s *setup, args []string, o chainOptions) (order chain.Order, err error) {
	if (len(args) == 0) == (len(o.steps) == 0) {
		return order, usageError{errors.New("chain needs a recipe: a file, or --step once for each step")}
	}
	known := recipe.Known{CLIs: names(adapters.Drivers()), Template: func(name string, vars map[string]string) error {
		t, err := a.library(s).Find(name)
		if err != nil {
			return err
		}
		return t.Accepts(vars, func(value string) bool { return strings.Contains(value, "{{") })
	}}
	if len(args) > 0 {
		order.Recipe, order.Source, err = a.recipeOf(args[0], known)
		order.Name = strings.TrimSuffix(filepath.Base(args[0]), filepath.Ext(args[0]))
	} else {
		order.Recipe, order.Source, err = recipe.Of(o.steps, o.maxSteps, known)
	}
	if err == nil {
		order.Vars, err = templateOptions{vars: o.vars}.values()
	}
	if err == nil {
		err = o.over(&order.Recipe)
	}
	if err == nil {
		order.From, order.Dir, err = a.chainBegin(ctx, s, order.Recipe, o)
	}
	return order, err
}

// recipeOf reads a recipe's file; - is standard input.
func (a *app) recipeOf(file string, known recipe.Known) (recipe.Recipe, []byte, error) {
	path := "/dev/stdin"
	if file != "-" {
		path = a.path(file)
	}
	source, err := os.ReadFile(path)
	if err != nil {
		return recipe.Recipe{}, nil, fmt.Errorf("read the recipe: %w", err)
	}
	r, err := recipe.Parse(file, source, known)
	r.Dir = a.expand(r.Dir)
	for i := range r.Steps {
		r.Steps[i].Dir = a.expand(r.Steps[i].Dir)
	}
	return r, source, err
}

// over lays what the command line says over the recipe.
func (o chainOptions) over(r *recipe.Recipe) error {
	if o.maxSteps < 0 {
		return usageError{errors.New("--max-steps is a number of attempts")}
	}
	r.Worktree = r.Worktree || o.worktree
	r.MaxSteps = cmp.Or(o.maxSteps, r.MaxSteps)
	if _, err := inject.ParseAllowance(o.allow); err != nil || o.allow == "" {
		return err
	}
	for i := range r.Steps {
		r.Steps[i].Allow = o.allow
	}
	return nil
}

// chainBegin returns the session that the chain goes on with, by a reference that stays what it is, and its folder.
func (a *app) chainBegin(ctx context.Context, s *setup, r recipe.Recipe, o chainOptions) (from, dir string, err error) {
	from, dir = cmp.Or(o.from, r.From), cmp.Or(o.dir, r.Dir)
	if from != "" {
		source, err := s.catalog.Resolve(ctx, from)
		if err != nil {
			return "", "", err
		}
		from = source.Reference()
		if dir == "" {
			stream, err := source.Open(ctx)
			if err != nil {
				return "", "", err
			}
			dir = stream.Header.Project.Path
		}
	}
	dir = a.path(dir)
	resolved, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", "", fmt.Errorf("%w: %s: %w; name one with --cwd", orchestrator.ErrNoFolder, dir, err)
	}
	return from, resolved, nil
}

// installedFor finds every CLI that a recipe needs, while nothing has begun.
func (a *app) installedFor(ctx context.Context, s *setup, r recipe.Recipe) error {
	for _, name := range r.CLIs() {
		if _, err := s.find(ctx, named(adapters.Drivers(), name)); err != nil {
			return fmt.Errorf("find %s: %w", name, err)
		}
	}
	return nil
}

// chainEngine puts together what chains are worked on with.
func (a *app) chainEngine(ctx context.Context, s *setup, o chainOptions) (*chain.Engine, error) {
	settings, err := a.request(ctx, &runOptions{hasPrompt: true, dryRun: true}, s) // the prompts are the steps'
	if err != nil {
		return nil, err
	}
	e := &chain.Engine{
		Run: chain.Forgetting(a.orchestrator(s)), Runs: s.runs, Chains: chain.Open(s.config.Folders.Data), Settings: settings, Library: a.library(s), Trust: a.truster(s, o.trust),
		Environment: s.environ, State: s.config.Folders.State, Now: s.host.Now, Arena: a.arena(s),
		Beside: func(stop func()) (orchestrator.Observer, func(runs.Run, error)) { return a.attend(s, stop) },
	}
	if a.canAsk() && !o.asJSON {
		e.Approve = a.approveStep
	}
	return e, nil
}

// approveStep asks whether a step may begin.
func (a *app) approveStep(ctx context.Context, _ chain.Chain, step recipe.Step, prompt string) (bool, error) {
	a.tell("Step %s (%s) is to begin with:", step.Name, step.Who())
	a.tell("%s", plain.Text(prompt))
	_, _ = fmt.Fprint(a.Stderr, "Shall it? [y/N] ")
	answer, err := a.readLine(ctx)
	return slices.Contains([]string{"y", "yes"}, strings.ToLower(answer)), err
}
