package model

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"stead/forks/draft"
	"stead/forks/worktree"
	"stead/orchestrator/ab"
	"stead/orchestrator/active"
	"stead/orchestrator/templates"
	"stead/orchestrator/workdir"
	"stead/runs/socket"
)

// Acts holds the functions that change something. All fields must be set.
type Acts struct {
	// Start starts a run in the background and returns its id.
	Start func(context.Context, Start) (id string, err error)
	// Resume continues a run that has ended, in the background, and returns its id.
	Resume func(context.Context, Resume) (id string, err error)
	// Fork creates a session and returns the id of the run that records it. It starts no CLI.
	Fork func(context.Context, Fork) (id string, err error)
	// Hold begins a contest and Chain a chain, each in its own process. Both return its id. Gate continues a chain that
	// waits at a gate.
	Hold  func(context.Context, StartContest) (id string, err error)
	Chain func(context.Context, StartChain) (id string, err error)
	Gate  func(ctx context.Context, id string, o PassGate) error
	// Fill returns the prompt that a template produces.
	Fill func(context.Context, StartTemplate) (prompt string, err error)
	// Pick applies a contestant's work to the contest's folder or to a branch.
	Pick func(context.Context, ab.Contest, ab.Picking) (ab.Contest, error)
	// Active reaches the runs that have not ended.
	Active active.Runs
}

// Start describes the run to start.
type Start struct {
	From        string `json:"from,omitempty" maxLength:"400" doc:"the reference of the session that it continues; without one the CLI begins a session of its own" example:"claude:latest"`
	To          string `json:"to" minLength:"1" maxLength:"100" doc:"the CLI that works" example:"codex"`
	Prompt      string `json:"prompt,omitempty" doc:"what it is to do first"`
	Interactive bool   `json:"interactive,omitempty" doc:"it waits for more afterwards, as in a terminal; a run with a prompt alone ends with its answer"`
	At          string `json:"at,omitempty" maxLength:"400" doc:"where the session is cut: turn:N, -N (turns before the end), or an entry's id"`
	Model       string `json:"model,omitempty" maxLength:"200"`
	Folder      string `json:"folder,omitempty" maxLength:"4096" doc:"where it works; default: the session's own folder"`
	Worktree    bool   `json:"worktree,omitempty" doc:"work in a git worktree on a branch of its own"`
	History     string `json:"history,omitempty" maxLength:"100" doc:"how much is delivered: full, last:N, budget:TOKENS, users, summary"`
	Thinking    string `json:"thinking,omitempty" enum:"strip,text,keep" doc:"what becomes of the model's thinking"`
	Redact      string `json:"redact,omitempty" enum:"mask,always,off" doc:"what becomes of secrets: mask hides them from another vendor, always from every one; default: the user's settings"`
	Allow       string `json:"allow,omitempty" maxLength:"100" doc:"what the CLI may do without asking, as stead run --allow has it"`
}

// Resume describes how a run continues. The run keeps its CLI, folder and policies.
type Resume struct {
	// Run is the id of the run.
	Run         string `json:"-"`
	Prompt      string `json:"prompt,omitempty" doc:"what it is to do next; without one the CLI waits for what is sent"`
	Interactive bool   `json:"interactive,omitempty" doc:"it waits for more afterwards, as in a terminal; a run with a prompt alone ends with its answer"`
}

// Fork describes the session to make from another one.
type Fork struct {
	Session string `json:"session" minLength:"1" maxLength:"400" doc:"the reference of the session" example:"claude:latest"`
	At      string `json:"at,omitempty" maxLength:"400" doc:"where it is cut: turn:N, -N (turns before the end), or an entry's id; default: its end"`
	To      string `json:"to,omitempty" maxLength:"100" doc:"the CLI that has the new session; default: the same"`
	Folder  string `json:"folder,omitempty" maxLength:"4096" doc:"where it works; default: the session's own folder"`
}

// SendText holds the text to type into a run.
type SendText struct {
	Text string `json:"text" doc:"what is typed"`
}

// Switch says in which CLI a run goes on.
type Switch struct {
	To     string `json:"to" minLength:"1" maxLength:"100" doc:"the CLI that takes over" example:"codex"`
	Prompt string `json:"prompt,omitempty" doc:"what it is to do first; without one it waits"`
}

// Start starts a run in the background. It returns when the session is delivered and the CLI begins. Errors: those of
// [catalog.Catalog.ResolveStored], those of starting the run, and errors that wrap ErrQuery.
func (a Actor) Start(ctx context.Context, s Start) (Run, error) {
	s, err := a.checked(ctx, s)
	if err != nil {
		return Run{}, err
	}
	id, err := a.options.Acts.Start(ctx, s)
	if err != nil {
		return Run{}, ofState(err)
	}
	return a.records().Run(id)
}

// Resume continues a run that was interrupted or has ended, in its last session. Errors: runs.ErrNotFound,
// runs.ErrAmbiguous, those of starting the run, and errors that wrap ErrState for a run that has not ended.
func (a Actor) Resume(ctx context.Context, o Resume) (Run, error) {
	if o.Prompt == "-" {
		return Run{}, errInput
	}
	r, err := a.options.Runs.Find(o.Run)
	if err == nil && r.Alive() {
		err = stateError{fmt.Errorf("run %s is active: send it a text instead", r.ID)}
	}
	if err != nil {
		return Run{}, err
	}
	o.Run = r.ID
	id, err := a.options.Acts.Resume(ctx, o)
	if err != nil {
		return Run{}, ofState(err)
	}
	return a.records().Run(id)
}

// Fork makes a session that branches off another one at a given point. Errors are those of [Actor.Start].
func (a Actor) Fork(ctx context.Context, f Fork) (Run, error) {
	source, err := a.options.Catalog.ResolveStored(ctx, f.Session)
	if err != nil {
		return Run{}, err
	}
	f.Session = source.Reference()
	id, err := a.options.Acts.Fork(ctx, f)
	if err != nil {
		return Run{}, ofState(err)
	}
	return a.records().Run(id)
}

// ErrState marks an act that the current state of its object does not allow.
var ErrState = errors.New("not in this state")

// stateError marks an error as an ErrState and leaves its text unchanged.
type stateError struct{ error }

// Is reports whether target is ErrState.
func (stateError) Is(target error) bool { return target == ErrState }

// Unwrap returns the marked error.
func (e stateError) Unwrap() error { return e.error }

// OfState marks err as the reason why the current state does not allow an act.
func OfState(err error) error { return stateError{err} }

// obstacles are errors that mean that the state of the machine does not allow the act. Nothing has failed.
var obstacles = []error{
	ab.ErrPick, ab.ErrGoesOn, draft.ErrRevision, draft.ErrHistory, draft.ErrGone, workdir.ErrNoFolder, worktree.ErrBare,
	worktree.ErrGone, worktree.ErrTooLarge,
	worktree.ErrNoGit, worktree.ErrElsewhere, worktree.ErrModules, worktree.ErrExists, templates.ErrUntrusted,
}

// ofState marks err with ErrState if the state of the machine, a run, a contest or a draft is the reason for it.
func ofState(err error) error {
	var ended *active.EndedError
	var headless *active.HeadlessError
	var killed *active.KilledError
	var refused *active.RefusedError
	var conflict *worktree.Conflict
	var late *active.LateError
	if errors.As(err, &late) || errors.As(err, &ended) || errors.As(err, &headless) || errors.As(err, &killed) ||
		errors.As(err, &refused) || errors.As(err, &conflict) ||
		slices.ContainsFunc(obstacles, func(is error) bool { return errors.Is(err, is) }) || isUnanswerable(err) {
		return stateError{err}
	}
	return err
}

// Send types a text into a run. It returns when the turn that was current has ended. Errors: those of
// [active.Runs.Reach] and [active.Send]; they wrap ErrState when the run has ended, has no terminal, or its CLI asks
// something else. Others wrap ErrQuery.
func (a Actor) Send(ctx context.Context, name, text string) (Run, error) {
	if strings.TrimSpace(text) == "" {
		return Run{}, fmt.Errorf("%w: the text is empty: there is nothing to send", ErrQuery)
	}
	r, client, err := a.options.Acts.Active.Reach(name)
	if err != nil {
		return Run{}, ofState(err)
	}
	defer client.Close()
	if _, err := active.Send(ctx, client, r, text, false, active.LongestTurn); err != nil {
		return Run{}, ofState(err)
	}
	return a.records().Run(r.ID)
}

// Switch has an active run go on in another CLI, in the same terminal. It returns when the run leaves its CLI. Errors:
// runs.ErrNotFound, runs.ErrAmbiguous, and errors that wrap ErrState when the run has ended, has no terminal, or the
// other CLI cannot take over.
func (a Actor) Switch(ctx context.Context, name string, to Switch) (Run, error) {
	r, client, err := a.options.Acts.Active.Reach(name)
	if err != nil {
		return Run{}, ofState(err)
	}
	defer client.Close()
	if err := active.Switch(ctx, client, r, socket.Switch{CLI: to.To, Prompt: to.Prompt}); err != nil {
		return Run{}, OfState(err)
	}
	return a.records().Run(r.ID)
}

// Stop ends a run, and returns when it has ended. A run that has already ended is not an error. Errors:
// runs.ErrNotFound, runs.ErrAmbiguous, and those of [active.Runs.End].
func (a Actor) Stop(ctx context.Context, name string) (Run, error) {
	r, err := a.options.Runs.Find(name)
	if err == nil && r.Busy() {
		err = a.options.Acts.Active.End(ctx, r)
	}
	if err != nil {
		return Run{}, err
	}
	return a.records().Run(r.ID)
}
