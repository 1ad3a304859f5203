package chain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"stead/orchestrator"
	"stead/orchestrator/ab"
	"stead/orchestrator/chain/recipe"
	"stead/orchestrator/templates"
	"stead/runs"
)

// Errors of a chain.
var (
	// ErrWaiting: the chain waits for a user, and none is there.
	ErrWaiting = errors.New("the chain waits")
	// ErrStep: a step has finally failed. It wraps the error of the step's run, if there was one.
	ErrStep = errors.New("the chain has stopped")
	// ErrVars: variables are missing, or the recipe does not know them.
	ErrVars = errors.New("the variables are wrong")
	// ErrLoss: a chain's worktree holds work that may exist nowhere else.
	ErrLoss = errors.New("work would be lost")
)

// Engine starts and resumes chains. All fields but Approve, Trust, Elsewhere and Alongside must be set.
type Engine struct {
	// Run continues a session, as orchestrator.Orchestrator does.
	Run    func(context.Context, orchestrator.Request, orchestrator.Observer) (runs.Run, error)
	Runs   runs.Folder
	Chains Folder
	// Settings are the same for every step's run: the policies, and the configuration of each CLI.
	Settings orchestrator.Request
	Library  templates.Library
	// Trust decides whether a project's template may run commands, as in templates.Host.
	Trust func(context.Context, templates.Template) error
	// Environment is the environment of checks, NAME=value.
	Environment []string
	// State is stead's state folder. It holds the worktrees and stead's repositories for folders without one.
	State string
	Now   func() time.Time
	// Approve asks the user whether a step may begin. Nil if no user can be asked.
	Approve func(ctx context.Context, c Chain, s recipe.Step, prompt string) (bool, error)
	// Runner holds the A/Bs of parallel steps.
	Runner *ab.Runner
	// Elsewhere does steps on other machines. Nil if there are none.
	Elsewhere ab.Elsewhere
	// Alongside returns a further observer of a step's run, and a function to call when that run has ended. Stop ends that
	// run alone. Nil if there is none.
	Alongside func(stop func()) (seen orchestrator.Observer, ended func(runs.Run, error))
}

// Forgetting runs CLIs as the orchestrator does, and keeps nothing of an ended run in memory, because a chain may have
// hundreds of runs.
func Forgetting(o *orchestrator.Orchestrator) func(context.Context, orchestrator.Request, orchestrator.Observer) (
	runs.Run, error) {
	return func(ctx context.Context, r orchestrator.Request, seen orchestrator.Observer) (runs.Run, error) {
		run, err := o.Run(ctx, r, seen)
		if run.ID != "" {
			err = errors.Join(err, o.Live.Remove(run.ID))
		}
		return run, err
	}
}

// Begin begins a chain and returns when it has ended or cannot continue. The end of the context interrupts it. Errors:
// ErrVars, and templates.ErrUntrusted for any step, before anything is made; ErrStep, ErrWaiting,
// session.ErrInterrupted. The record's ID is empty if nothing was begun.
func (e *Engine) Begin(ctx context.Context, o Order, seen Watcher) (Chain, error) {
	vars, err := o.values()
	if err != nil {
		return Chain{}, err
	}
	if err := e.trusted(ctx, o); err != nil {
		return Chain{}, err
	}
	id, err := e.Chains.Create(e.Now())
	if err != nil {
		return Chain{}, err
	}
	release, err := e.Chains.lock(id)
	if err != nil {
		return Chain{}, err
	}
	defer release()
	c := &chainRun{engine: e, seen: seen, chain: Chain{
		ID: id, Name: cmp.Or(o.Recipe.Name, o.Name), Status: Running, Recipe: o.Recipe, Vars: vars, From: o.From, Dir: o.Dir,
		Started: e.Now().UTC(), Supervisor: runs.Self(), Attempts: []Attempt{},
	}}
	if err := c.open(ctx, o.Source); err != nil {
		return Chain{}, errors.Join(err, workspace{c}.forget(), e.Chains.Remove(id))
	}
	return c.work(ctx)
}

// trusted asks whether the templates of all steps may run their commands. It asks before the first step, because a
// refusal in the middle would come after the earlier steps were paid for.
func (e *Engine) trusted(ctx context.Context, o Order) error {
	for _, step := range o.Recipe.Steps {
		if step.Template == "" {
			continue
		}
		t, err := e.Library.Find(step.Template)
		if err == nil {
			err = t.Trusted(ctx, templates.Host{Dir: o.Dir, Trust: e.Trust})
		}
		if err != nil {
			return fmt.Errorf("step %s: %w", step.Name, err)
		}
	}
	return nil
}

// Resume continues a chain where it stopped, at the step that was interrupted or failed, without repeating completed
// work. Pick names the winner of an A/B that waits for one. Errors, besides those of Begin: ErrNotFound, an AliveError.
func (e *Engine) Resume(ctx context.Context, id string, d Decision, pick string, seen Watcher) (Chain, error) {
	release, err := e.Chains.lock(id)
	if err != nil {
		return Chain{}, err
	}
	defer release()
	chain, err := e.Chains.Load(id)
	if err != nil {
		return chain, err
	}
	if chain.Status == Completed {
		seen.Note("the chain is complete: nothing is left to do")
		return chain, nil
	}
	c := &chainRun{engine: e, seen: seen, chain: chain, pick: pick}
	return c.resume(ctx, d)
}

// Remove deletes a chain's record, its worktree, and the refs that keep the snapshots of its folder. The branch of the
// worktree stays, and so do the sessions. Force also removes the worktree if its repository no longer exists, so that
// nothing in the worktree can be kept. Errors: an AliveError, ErrLoss.
func (e *Engine) Remove(ctx context.Context, id string, force bool) error {
	release, err := e.Chains.lock(id)
	if err != nil {
		return err
	}
	defer release()
	chain, err := e.Chains.Load(id)
	if err != nil {
		return err
	}
	c := &chainRun{engine: e, chain: chain}
	if err := errors.Join((workspace{c}).forgetCopies(ctx), (workspace{c}).forgetTree(ctx, force)); err != nil {
		return err
	}
	return errors.Join(workspace{c}.forget(), e.Chains.Remove(id))
}

// open saves the recipe and the record, and prepares the folder.
func (c *chainRun) open(ctx context.Context, source []byte) error {
	if err := os.WriteFile(filepath.Join(c.engine.Chains.Dir(c.chain.ID), "recipe.yaml"), source, 0o600); err != nil {
		return err
	}
	if err := c.save(); err != nil {
		return err
	}
	return workspace{c}.prepare(ctx)
}
