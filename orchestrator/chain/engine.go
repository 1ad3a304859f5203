package chain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"stead/forks/worktree"
	"stead/internal/nearest"
	"stead/internal/process"
	"stead/orchestrator"
	"stead/orchestrator/ab"
	"stead/orchestrator/chain/recipe"
	"stead/runs"
	"stead/templates"
	"stead/timeline"
)

// Errors of a chain.
var (
	// ErrWaiting: the chain waits for somebody, and nobody is there.
	ErrWaiting = errors.New("the chain waits")
	// ErrStep: a step has failed for good. It wraps what the step's run ended with, where that was an error.
	ErrStep = errors.New("the chain has stopped")
	// ErrVars: variables are missing, or are not the recipe's.
	ErrVars = errors.New("the variables are wrong")
)

// Engine begins chains and goes on with them. All fields but Approve, Beside and Trust must be set.
type Engine struct {
	// Run continues a session, as orchestrator.Orchestrator does.
	Run    func(context.Context, orchestrator.Request, orchestrator.Observer) (runs.Run, error)
	Runs   runs.Folder
	Chains Folder
	// Settings are what every step's run is told alike: the policies, and what is configured for each CLI.
	Settings orchestrator.Request
	Library  templates.Library
	// Trust says whether a project's template may run commands, as templates.Host has it.
	Trust func(context.Context, templates.Template) error
	// Environment is what checks are run with, NAME=value.
	Environment []string
	// State is stead's state folder, which has the worktrees and the repositories of folders without one.
	State string
	Now   func() time.Time
	// Approve asks the user whether a step may begin. Nil when nobody can be asked.
	Approve func(ctx context.Context, c Chain, s recipe.Step, prompt string) (bool, error)
	// Arena is where the A/Bs of parallel steps are held.
	Arena *ab.Arena
	// Beside gives who else watches a step's run, and what is to be done when that has ended. Stop ends that run alone. Nil when nobody does.
	Beside func(stop func()) (seen orchestrator.Observer, ended func(runs.Run, error))
}

// Forgetting runs CLIs as the orchestrator does, and keeps nothing of a run that has ended but what is on disk: a chain may have hundreds.
func Forgetting(o *orchestrator.Orchestrator) func(context.Context, orchestrator.Request, orchestrator.Observer) (runs.Run, error) {
	return func(ctx context.Context, r orchestrator.Request, seen orchestrator.Observer) (runs.Run, error) {
		run, err := o.Run(ctx, r, seen)
		if run.ID != "" {
			err = errors.Join(err, o.Live.Remove(run.ID))
		}
		return run, err
	}
}

// Watcher is told what a chain does, while it does it. Its methods are called one at a time for a step, and by several contestants at once.
type Watcher interface {
	// Changed comes when the chain's record has changed.
	Changed(Chain)
	// Counted comes when the record of a step's run has changed.
	Counted(step string, r runs.Run)
	// Did comes for each new entry of a step's conversation, hidden ones included.
	Did(step string, e *timeline.Entry)
	// Note comes for what the user should know and need not act upon.
	Note(text string)
}

// Order is a chain that shall begin.
type Order struct {
	Recipe recipe.Recipe
	// Name is the chain's where the recipe has none. Source is the recipe's text, which is kept.
	Name   string
	Source []byte
	Vars   map[string]string
	// From is the session that the first step goes on with, by its full reference. Empty for a new one.
	From string
	// Dir is the folder to work in, an absolute path.
	Dir string
}

// Begin begins a chain and returns when it has ended, or does not go on. The end of the context interrupts it. Errors: ErrVars before
// anything is made; ErrStep, ErrWaiting, orchestrator.ErrInterrupted. The record's ID is empty when nothing was begun.
func (e *Engine) Begin(ctx context.Context, o Order, seen Watcher) (Chain, error) {
	vars, err := o.values()
	if err != nil {
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
	c := &course{Engine: e, seen: seen, chain: Chain{
		ID: id, Name: cmp.Or(o.Recipe.Name, o.Name), Status: Running, Recipe: o.Recipe, Vars: vars, From: o.From, Dir: o.Dir,
		Started: e.Now().UTC(), Supervisor: process.Self(), Attempts: []Attempt{},
	}}
	if err := c.open(ctx, o.Source); err != nil {
		return Chain{}, errors.Join(err, c.forget(), e.Chains.Remove(id))
	}
	return c.work(ctx)
}

// values are the variables: those that are given over the defaults.
func (o Order) values() (map[string]string, error) {
	values := map[string]string{}
	for name, value := range o.Recipe.Vars {
		if value != nil {
			values[name] = *value
		} else if _, ok := o.Vars[name]; !ok {
			return nil, fmt.Errorf("%w: %s has no value: give it with --var %[2]s=VALUE", ErrVars, name)
		}
	}
	for name, value := range o.Vars {
		if _, ok := o.Recipe.Vars[name]; !ok {
			return nil, fmt.Errorf("%w: the recipe has no variable %s%s", ErrVars, name, meant(name, o.Recipe.Vars))
		}
		values[name] = value
	}
	return values, nil
}

func meant(word string, known map[string]*string) string {
	if one, ok := nearest.Word(word, slices.Sorted(maps.Keys(known))); ok {
		return "; did you mean " + one + "?"
	}
	return ""
}

// Decision is what a user says to a chain that waits.
type Decision string

// The decisions.
const (
	// Undecided says nothing.
	Undecided Decision = ""
	Approved  Decision = "approve"
	Rejected  Decision = "reject"
)

// Resume goes on with a chain where it stood: at the step that was broken off or has failed, without repeating what was done. Pick names the
// winner of an A/B that waits for that. Errors, beside those of Begin: ErrNotFound, an AliveError.
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
		seen.Note("the chain was completed: nothing is left to do")
		return chain, nil
	}
	c := &course{Engine: e, seen: seen, chain: chain, pick: pick}
	return c.resume(ctx, d)
}

// Remove deletes a chain's record, its worktree, and what keeps the snapshots of its folder. The branch of the worktree stays, and so do the
// sessions. Errors: an AliveError.
func (e *Engine) Remove(ctx context.Context, id string) error {
	release, err := e.Chains.lock(id)
	if err != nil {
		return err
	}
	defer release()
	chain, err := e.Chains.Load(id)
	if err != nil {
		return err
	}
	c := &course{Engine: e, chain: chain}
	if err := c.forgetTree(ctx); err != nil {
		return err
	}
	return errors.Join(c.forget(), e.Chains.Remove(id))
}

// forgetTree removes the worktree. What is not committed there is first, on the branch.
func (c *course) forgetTree(ctx context.Context) error {
	if c.chain.Tree == nil {
		return nil
	}
	if _, err := os.Stat(c.chain.Tree.Path); err == nil {
		if _, err := c.chain.Tree.Commit(ctx, "Keep what the chain has left"); err != nil {
			return err
		}
	}
	return c.chain.Tree.Remove(ctx, true)
}

// forget lets go what keeps the snapshots.
func (c *course) forget() error {
	if c.chain.Start.Commit == "" {
		return nil
	}
	ctx := context.Background()
	err := c.chain.Start.Forget(ctx)
	for i := range c.chain.Attempts {
		for _, which := range []string{before, after} {
			s := c.chain.Start
			s.Ref, s.Modules = "refs/stead/"+c.refOf(nameOf(i, which)), nil
			err = errors.Join(err, s.Forget(ctx))
		}
	}
	return err
}

// open keeps the recipe and the record, and prepares the folder.
func (c *course) open(ctx context.Context, source []byte) error {
	if err := os.WriteFile(filepath.Join(c.Chains.Dir(c.chain.ID), "recipe.yaml"), source, 0o600); err != nil {
		return err
	}
	if err := c.save(); err != nil {
		return err
	}
	return c.prepare(ctx)
}

// prepare takes the snapshot of the folder, and makes the worktree.
func (c *course) prepare(ctx context.Context) (err error) {
	c.chain.Start, err = c.take(ctx, "start")
	if err != nil && (c.chain.Recipe.Worktree || ctx.Err() != nil) {
		return err
	}
	if err != nil {
		c.seen.Note(fmt.Sprintf("what the steps change is not known, and no prompt can quote it: %v", err))
	}
	if c.chain.Recipe.Worktree {
		if err := c.addTree(ctx); err != nil {
			return err
		}
	}
	c.chain.Ready = true
	return c.save()
}

// addTree makes the chain's worktree anew: who was killed may have left half of one.
func (c *course) addTree(ctx context.Context) error {
	half := worktree.Tree{Path: filepath.Join(c.State, "worktrees", "chain-"+c.chain.ID), Branch: "stead/chain-" + c.chain.ID, Snapshot: c.chain.Start}
	if err := half.Remove(ctx, false); err != nil {
		return err
	}
	tree, err := c.chain.Start.Add(ctx, half.Path, half.Branch)
	if err != nil {
		return err
	}
	c.chain.Tree, c.chain.Dir = &tree, tree.Dir()
	return nil
}

// take takes a snapshot of the folder, under a name of the chain's own.
func (c *course) take(ctx context.Context, name string) (worktree.Snapshot, error) {
	return worktree.Take(ctx, c.chain.Dir, worktree.Options{State: c.State, Name: c.refOf(name)})
}

// refOf names a snapshot's ref. It is no branch's name: what git is told as stead/x may be a branch, and refs/stead/x.
func (c *course) refOf(name string) string { return "chains/" + c.chain.ID + "/" + name }

// Snapshots of an attempt.
const (
	before = "before"
	after  = "after"
)

// nameOf names the snapshot of an attempt.
func nameOf(attempt int, which string) string { return fmt.Sprintf("%d-%s", attempt, which) }
