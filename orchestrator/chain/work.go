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

// note records the results of a run.
func (a *Attempt) note(r runs.Run) {
	if r.ID == "" {
		return
	}
	a.Run, a.Session, a.Text = r.ID, r.To, r.FinalText
	a.Turns, a.Usage, a.Cost, a.DurationMS = r.Turns, r.Usage, r.Cost, r.DurationMS
}

// work lets one CLI do a step.
type work struct {
	run  *chainRun
	step recipe.Step
}

// do runs the CLI, unless it has already done its work. It accepts a completed run of the attempt, and resumes any
// other one. A run whose CLI has no session yet counts as not begun.
func (w work) do(ctx context.Context, a *Attempt) (runs.Run, error) {
	found, ok, err := w.begun(*a)
	if err != nil || ok && found.Status == runs.Completed {
		return found, err
	}
	r := w.request(*a)
	if ok && found.To.ID != "" {
		awaitEnd(ctx, found)
		r.From, r.To, r.Prompt, r.Part, r.Resume = "", "", "", nil, found.ID
	}
	return w.watched(ctx, r)
}

// watched runs a CLI so that the run can be watched, and ended, separately.
func (w work) watched(ctx context.Context, r orchestrator.Request) (runs.Run, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	seen, ended := observer{seen: w.run.seen, step: w.step.Name}, func(runs.Run, error) {}
	if w.run.engine.Alongside != nil {
		seen.alongside, ended = w.run.engine.Alongside(stop)
	}
	run, err := w.run.engine.Run(ctx, r, seen)
	ended(run, err)
	return run, err
}

// begun returns the run of an attempt. A stead that was killed may not have recorded it, but the run itself names the
// attempt.
func (w work) begun(a Attempt) (runs.Run, bool, error) {
	all, err := w.run.engine.Runs.All()
	if err != nil {
		return runs.Run{}, false, err
	}
	var found runs.Run
	for _, r := range all { // the newest first
		if p := r.Part; p != nil && p.Of == w.run.chain.of() && p.Name == a.Step && p.Attempt == a.Number &&
			(found.ID == "" || found.To.ID == "") {
			found = r
		}
	}
	return found, found.ID != "", nil
}

// Bounds of the wait for the CLI that a killed stead has left. Its terminal no longer exists, so it ends soon.
const (
	endGrace = 20 * time.Second
	endPoll  = 20 * time.Millisecond
)

// awaitEnd waits for that CLI to end.
func awaitEnd(ctx context.Context, r runs.Run) {
	ctx, cancel := context.WithTimeout(ctx, endGrace)
	defer cancel()
	for r.Child.Alive() && !r.Supervisor.Alive() && ctx.Err() == nil {
		select {
		case <-ctx.Done():
		case <-time.After(endPoll):
		}
	}
}

// request returns the request for the step's CLI.
func (w work) request(a Attempt) orchestrator.Request {
	r := w.run.engine.Settings.In(w.step.CLI)
	r.From, r.Kind, r.Prompt, r.Headless = a.From, timeline.LineageChain, a.Prompt, true
	r.Part = &runs.Part{Of: w.run.chain.of(), Name: a.Step, Attempt: a.Number}
	r.Model, r.Dir, r.Sync = w.step.Model, filepath.Join(w.run.chain.Dir, w.step.Dir), orchestrator.NoSync
	r.Arguments = slices.Concat(r.Arguments, w.step.Args)
	r.Allow, _ = inject.ParseAllowance(w.step.Allow) // the recipe was checked before
	r.Budget = session.Budget{Turns: w.step.MaxTurns, Cost: w.step.MaxCost, Time: w.step.Timeout}
	return r
}
