package chain

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"stead/inject"
	"stead/orchestrator"
	"stead/orchestrator/chain/recipe"
	"stead/orchestrator/session"
	"stead/runs"
	"stead/timeline"
)

// note keeps what a run has come to.
func (a *Attempt) note(r runs.Run) {
	if r.ID == "" {
		return
	}
	a.Run, a.Session, a.Text = r.ID, r.To, r.FinalText
	a.Turns, a.Usage, a.Cost, a.DurationMS = r.Turns, r.Usage, r.Cost, r.DurationMS
}

// run has the CLI do its work, unless it has done it: a run of the attempt that was completed is taken for what it is, any other goes on, and
// one whose CLI has no session yet was not begun.
func (c *chainRun) run(ctx context.Context, a *Attempt, step recipe.Step) (runs.Run, error) {
	found, ok, err := c.begun(*a)
	if err != nil || ok && found.Status == runs.Completed {
		return found, err
	}
	r := c.request(*a, step)
	if ok && found.To.ID != "" {
		c.awaitEnd(ctx, found)
		r.From, r.To, r.Prompt, r.Part, r.Resume = "", "", "", nil, found.ID
	}
	return c.watched(ctx, r, step.Name)
}

// watched runs a CLI so that the run can be looked at, and ended, by itself.
func (c *chainRun) watched(ctx context.Context, r orchestrator.Request, step string) (runs.Run, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	seen, ended := observer{c, step, nil}, func(runs.Run, error) {}
	if c.Alongside != nil {
		seen.alongside, ended = c.Alongside(stop)
	}
	run, err := c.Run(ctx, r, seen)
	ended(run, err)
	return run, err
}

// begun returns the run of an attempt. Who was killed may not have noted it: the run itself says whose it is.
func (c *chainRun) begun(a Attempt) (runs.Run, bool, error) {
	all, err := c.Runs.All()
	if err != nil {
		return runs.Run{}, false, err
	}
	var found runs.Run
	for _, r := range all { // the newest first
		if p := r.Part; p != nil && p.Of == c.chain.of() && p.Name == a.Step && p.Attempt == a.Number && (found.ID == "" || found.To.ID == "") {
			found = r
		}
	}
	return found, found.ID != "", nil
}

// Bounds of the wait for the CLI that a killed stead has left: its terminal is gone, which ends it soon.
const (
	endGrace = 20 * time.Second
	endPoll  = 20 * time.Millisecond
)

func (c *chainRun) awaitEnd(ctx context.Context, r runs.Run) {
	ctx, cancel := context.WithTimeout(ctx, endGrace)
	defer cancel()
	for r.Child.Alive() && !r.Supervisor.Alive() && ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(endPoll):
		}
	}
}

// request is what the step's CLI is asked.
func (c *chainRun) request(a Attempt, step recipe.Step) orchestrator.Request {
	r := c.Settings.In(step.CLI)
	r.From, r.Kind, r.Prompt, r.Headless = a.From, timeline.LineageChain, a.Prompt, true
	r.Part = &runs.Part{Of: c.chain.of(), Name: a.Step, Attempt: a.Number}
	r.Model, r.Dir, r.Sync = step.Model, filepath.Join(c.chain.Dir, step.Dir), orchestrator.NoSync
	r.Arguments = slices.Concat(r.Arguments, step.Args)
	r.Allow, _ = inject.ParseAllowance(step.Allow) // the recipe is checked
	r.Budget = session.Budget{Turns: step.MaxTurns, Cost: step.MaxCost, Time: step.Timeout}
	return r
}
