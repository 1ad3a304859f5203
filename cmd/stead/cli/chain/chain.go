// Package chain holds the verbs for chains, which run the steps of a recipe one after the other in several CLIs.
package chain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/run"
	"stead/cmd/stead/cli/run/supervisor"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/cmd/stead/cli/travel"
	"stead/inject"
	"stead/internal/term/plain"
	"stead/orchestrator/chain"
	"stead/orchestrator/chain/recipe"
	"stead/orchestrator/workdir"
)

// options are the flags of a chain.
type options struct {
	steps, vars      []string
	from, dir, allow string
	maxSteps         int
	worktree, dryRun bool
	asJSON, trust    bool
	// begun reports the start to the process that started the verb in the background.
	begun run.Announcement
}

// announced is a watch that also reports the start or the resumption of the chain to the process that started the verb.
type announced struct {
	*watch
	begun *run.Announcement
}

// Changed implements [chain.Watcher].
func (a announced) Changed(c chain.Chain) {
	a.begun.Began(c.ID)
	a.watch.Changed(c)
}

// Commands returns the verb chain.
func Commands(p *setup.Process) []*cobra.Command {
	var o options
	c := &cobra.Command{
		Use: "chain FILE", Short: "Run steps in several CLIs, one after the other",
		Long: "chain runs the steps of a recipe in several CLIs. Each step gets what the previous one did: its whole session, its\n" +
			"answer or its changes. A recipe is a file, or one --step for each step. A chain that was stopped or killed can be\n" +
			"resumed.",
		Example: "  stead chain feature.yaml --var what='a parser'\n" +
			"  stead chain --step claude:'Plan a parser' --step codex:'Implement the plan'\n" +
			"  stead chain --step codex@gpt-6:'Fix it' --step claude:'Review {{.Diff}}'\n" +
			"  stead chain feature.yaml --dry-run   the plan\n" +
			"  stead chain resume                   resume the latest chain\n" +
			"  stead chain show                     its progress",
		Args: flags.AtMost(1),
		RunE: func(c *cobra.Command, args []string) error {
			err := begin(c.Context(), p, args, &o)
			o.begun.Ended(err)
			return err
		},
	}
	set := c.Flags()
	set.StringArrayVar(&o.steps, "step", nil, "a `STEP`, CLI[@MODEL]:PROMPT, instead of a file; repeatable")
	set.StringVar(&o.from, "from", "", "the `SESSION` that the first step continues (default: a new one)")
	set.StringVar(&o.dir, "cwd", "", "the `FOLDER` to work in (default: that of your own session, else the current one)")
	set.StringVar(&o.allow, "allow", "",
		"what the CLIs may do without asking: `WHAT` configured, edits (the default), all")
	set.BoolVar(&o.worktree, "worktree", false, "work in a git worktree on its own branch")
	set.IntVar(&o.maxSteps, "max-steps", 0, "limit the chain to `N` attempts at steps")
	set.BoolVar(&o.dryRun, "dry-run", false, "show the plan and stop")
	o.shared(c)
	_ = c.RegisterFlagCompletionFunc("from", flags.CompleteReferences(p))
	flags.CompleteAllowances(c)
	c.AddCommand(resumeCommand(p), showCommand(p), listCommand(p), removeCommand(p), schemaCommand(p))
	return []*cobra.Command{c}
}

// shared registers the flags that a new chain and a resumed one share.
func (o *options) shared(c *cobra.Command) {
	set := c.Flags()
	if c.Name() == "chain" {
		set.StringArrayVar(&o.vars, "var", nil, "set a variable of the recipe, `NAME=VALUE`; repeatable")
	}
	set.BoolVar(&o.trust, "trust", false, "let the project's templates run commands")
	o.begun.Register(c)
	flags.JSON(c, &o.asJSON, "print each event as a line of JSON, and the chain's record as the last one")
}

func begin(ctx context.Context, p *setup.Process, args []string, o *options) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	elsewhere := travel.NewElsewhere(p, s)
	order, err := orderOf(ctx, p, s, elsewhere, args, o)
	if err != nil {
		return err
	}
	if o.dryRun {
		return printRecipe(p.Term, order.Recipe, o.asJSON)
	}
	engine, err := engineOf(ctx, p, s, elsewhere, o)
	if err != nil {
		return err
	}
	if err := installedFor(ctx, s, order.Recipe); err != nil {
		return err
	}
	term.OutlivePipes()
	shown := announced{newWatch(p, o.asJSON), &o.begun}
	result, err := engine.Begin(ctx, order, shown)
	return errors.Join(err, shown.finish(result))
}

// orderOf reads the recipe, and determines the session and the folder with which the chain begins.
func orderOf(ctx context.Context, p *setup.Process, s *setup.Setup, elsewhere *travel.Elsewhere, args []string,
	o *options) (order chain.Order, err error) {
	if (len(args) == 0) == (len(o.steps) == 0) {
		return order, failure.Usage(errors.New("chain needs a recipe: a file, or --step once for each step"))
	}
	known := knownTo(ctx, p, s, elsewhere)
	if len(args) > 0 {
		order.Recipe, order.Source, err = recipeOf(p, args[0], known)
		if args[0] != stdin {
			order.Name = strings.TrimSuffix(filepath.Base(args[0]), filepath.Ext(args[0]))
		}
	} else {
		order.Recipe, order.Source, err = recipe.Of(o.steps, o.maxSteps, known)
	}
	if err == nil {
		order.Vars, err = flags.Template{Vars: o.vars}.Values()
	}
	if err == nil {
		err = o.over(&order.Recipe)
	}
	if err == nil {
		order.From, order.Dir, err = origin(ctx, p, s, order.Recipe, o)
	}
	return order, err
}

// knownTo returns what a recipe may refer to.
func knownTo(ctx context.Context, p *setup.Process, s *setup.Setup, elsewhere *travel.Elsewhere) recipe.Known {
	return recipe.Known{
		CLIs:    adapter.Names(adapters.Drivers()),
		Machine: func(name string) error { return elsewhere.Expect(ctx, name) },
		Template: func(name string, vars map[string]string) error {
			t, err := flags.Library(p, s).Find(name)
			if err != nil {
				return err
			}
			return t.Accepts(vars, func(value string) bool { return strings.Contains(value, "{{") })
		},
	}
}

// stdin is the file name that means standard input. Such a recipe gives the chain no name.
const stdin = "-"

// recipeOf reads a recipe from a file.
func recipeOf(p *setup.Process, file string, known recipe.Known) (recipe.Recipe, []byte, error) {
	path := "/dev/stdin"
	if file != stdin {
		path = p.Path(file)
	}
	source, err := os.ReadFile(path)
	if err != nil {
		return recipe.Recipe{}, nil, fmt.Errorf("read the recipe: %w", err)
	}
	r, err := recipe.Parse(file, source, known)
	r.Dir = p.Expand(r.Dir)
	for i := range r.Steps {
		r.Steps[i].Dir = p.Expand(r.Steps[i].Dir)
		if on := r.Steps[i].On; on != "" && machines.IsSelf(p, on) {
			r.Steps[i].On = ""
		}
	}
	return r, source, err
}

// over applies the flags to the recipe.
func (o *options) over(r *recipe.Recipe) error {
	if o.maxSteps < 0 {
		return failure.Usage(errors.New("--max-steps must not be negative"))
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

// origin returns the session that the chain continues, as a reference that stays valid, and its folder.
func origin(ctx context.Context, p *setup.Process, s *setup.Setup, r recipe.Recipe,
	o *options) (from, dir string, err error) {
	from, dir = cmp.Or(o.from, r.From), cmp.Or(o.dir, r.Dir)
	if from != "" {
		source, err := s.Catalog.Resolve(ctx, from)
		if err != nil {
			return "", "", err
		}
		from = source.Reference()
		if dir == "" && !source.IsForeign { // a stranger's file does not decide where CLIs work
			stream, err := source.Open(ctx)
			if err != nil {
				return "", "", err
			}
			dir = stream.Header.Project.Path
		}
	}
	dir = p.Path(dir)
	resolved, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return "", "", fmt.Errorf("%w: %s: %w; name one with --cwd", workdir.ErrNoFolder, dir, err)
	}
	return from, resolved, nil
}

// installedFor checks that every CLI of a recipe is installed, before anything has begun.
func installedFor(ctx context.Context, s *setup.Setup, r recipe.Recipe) error {
	for _, name := range r.CLIs() {
		if _, err := s.Find(ctx, adapters.Named(name).Driver); err != nil {
			return fmt.Errorf("find %s: %w", name, err)
		}
	}
	return nil
}

// engineOf creates the engine that runs chains.
func engineOf(ctx context.Context, p *setup.Process, s *setup.Setup, elsewhere *travel.Elsewhere,
	o *options) (*chain.Engine, error) {
	settings, err := (&flags.Run{HasPrompt: true, DryRun: true}).Resolve(ctx, p, s) // the prompts come from the steps
	if err != nil {
		return nil, err
	}
	e := &chain.Engine{
		Run: chain.Forgetting(s.Orchestrator()), Runs: s.Runs, Chains: chain.Open(s.Config.Folders.Data),
		Settings: settings, Library: flags.Library(p, s), Trust: flags.Truster(p, s, o.trust),
		Environment: s.Environ, State: s.Config.Folders.State, Now: s.Host.Now,
		Runner:    travel.Contests(s, elsewhere, supervisor.Alongside(s)),
		Elsewhere: elsewhere, Alongside: supervisor.Alongside(s),
	}
	if p.Term.CanAsk() && !o.asJSON {
		e.Approve = approver(p.Term)
	}
	return e, nil
}

// approver asks the user whether a step may begin.
func approver(t *term.Terminal) func(context.Context, chain.Chain, recipe.Step, string) (bool, error) {
	return func(ctx context.Context, _ chain.Chain, step recipe.Step, prompt string) (bool, error) {
		t.Err.Message("Step %s (%s) will start with this prompt:", step.Name, step.Who())
		t.Err.Message("%s", plain.Text(prompt))
		return t.Confirm(ctx, "Start it?")
	}
}
