package model

import (
	"context"
	"fmt"
	"time"

	"stead/orchestrator/ab"
	"stead/orchestrator/chain"
)

// StartContest describes the contest to hold.
type StartContest struct {
	Prompt   string   `json:"prompt" minLength:"1" doc:"what all contestants are to do"`
	With     []string `json:"with" minItems:"1" maxItems:"50" doc:"the contestants: CLIs, each optionally with :MODEL" example:"[\"claude\",\"codex\"]"`
	From     string   `json:"from,omitempty" maxLength:"400" doc:"the reference of the session that all continue; without one each begins its own"`
	At       string   `json:"at,omitempty" maxLength:"400" doc:"where the session is cut: turn:N, -N (turns before the end), or an entry's id"`
	Folder   string   `json:"folder,omitempty" maxLength:"4096" doc:"the folder of which each gets a copy; default: the session's own, or where the server was started"`
	Repeat   int      `json:"repeat,omitempty" minimum:"0" maximum:"50" doc:"how often each contestant runs; default: once"`
	Parallel int      `json:"parallel,omitempty" minimum:"0" maximum:"50" doc:"how many work at a time; default: one for each core, at least 2"`
	Check    string   `json:"check,omitempty" maxLength:"10000" doc:"a command whose exit code decides whether a contestant's work is good"`
	Timeout  string   `json:"timeout,omitempty" maxLength:"50" doc:"how long a contestant may work, such as 30m; default: an hour; 0 for ever"`
	MaxTurns int      `json:"maxTurns,omitempty" minimum:"0" doc:"end a contestant after so many answers of its model"`
	MaxCost  float64  `json:"maxCost,omitempty" minimum:"0" doc:"end a contestant at this many US dollars, as its CLI reports them"`
	Allow    string   `json:"allow,omitempty" enum:"configured,edits,all" doc:"what contestants may do without asking; default: edits"`
	Include  []string `json:"include,omitempty" maxItems:"100" doc:"patterns of ignored files that each copy needs"`
	History  string   `json:"history,omitempty" maxLength:"100" doc:"how much of the session is delivered: full, last:N, budget:TOKENS, users, summary"`
	Thinking string   `json:"thinking,omitempty" enum:"strip,text,keep" doc:"what becomes of the model's thinking"`
	Redact   string   `json:"redact,omitempty" enum:"mask,always,off" doc:"what becomes of secrets: mask hides them from another vendor, always from every one; default: the user's settings"`
}

// StartChain describes the chain to begin: a recipe, or steps.
type StartChain struct {
	Recipe   map[string]any    `json:"recipe,omitempty" doc:"a recipe, as stead chain schema describes it"`
	Steps    []string          `json:"steps,omitempty" maxItems:"100" doc:"in place of a recipe: CLI[@MODEL]:PROMPT each" example:"[\"claude:Plan a parser\",\"codex:Implement the plan\"]"`
	Vars     map[string]string `json:"vars,omitempty" doc:"the recipe's variables"`
	From     string            `json:"from,omitempty" maxLength:"400" doc:"the reference of the session that the first step continues; without one it begins its own"`
	Folder   string            `json:"folder,omitempty" maxLength:"4096" doc:"where it works; default: the session's own folder, or where the server was started"`
	Allow    string            `json:"allow,omitempty" enum:"configured,edits,all" doc:"what the CLIs may do without asking; default: edits"`
	Worktree bool              `json:"worktree,omitempty" doc:"work in a git worktree on a branch of its own"`
	MaxSteps int               `json:"maxSteps,omitempty" minimum:"0" doc:"how many attempts at steps there may be"`
}

// PassGate says how a waiting chain continues.
type PassGate struct {
	Decision string `json:"decision" enum:"approve,reject,pick" doc:"approve starts the step that waits; reject ends the chain there; pick names the winner of its A/B"`
	Name     string `json:"name,omitempty" maxLength:"200" doc:"the contestant that is picked"`
}

// StartTemplate describes a run that starts with a template's prompt.
type StartTemplate struct {
	Name string            `json:"-"`
	Vars map[string]string `json:"vars,omitempty" doc:"the template's variables"`
	// A project's template may come from a stranger.
	Trust bool   `json:"trust,omitempty" doc:"let a template of the project run its commands"`
	To    string `json:"to,omitempty" maxLength:"100" doc:"the CLI that works; default: the template's own" example:"codex"`
	From  string `json:"from,omitempty" maxLength:"400" doc:"the reference of the session that it continues; without one the CLI begins a session of its own"`
	RunOptions
}

// RunOptions are the options that a run of a template or a draft has besides its starting point.
type RunOptions struct {
	Interactive bool   `json:"interactive,omitempty" doc:"it waits for more afterwards, as in a terminal"`
	Model       string `json:"model,omitempty" maxLength:"200"`
	Folder      string `json:"folder,omitempty" maxLength:"4096" doc:"where it works; default: the session's own folder"`
	Worktree    bool   `json:"worktree,omitempty" doc:"work in a git worktree on a branch of its own"`
	Redact      string `json:"redact,omitempty" enum:"mask,always,off" doc:"what becomes of secrets: mask hides them from another vendor, always from every one; default: the user's settings"`
	Allow       string `json:"allow,omitempty" maxLength:"100" doc:"what the CLI may do without asking, as stead run --allow has it"`
}

// StartContest begins a contest in its own process, which continues when this one ends. It returns when the contest's
// record is saved. Errors: those of [catalog.Catalog.ResolveStored], those of starting the contest, and errors that
// wrap ErrQuery.
func (a Actor) StartContest(ctx context.Context, o StartContest) (Contest, error) {
	if o.Prompt == "-" {
		return Contest{}, errInput
	}
	if _, err := ab.ParseEntrants(o.With); err != nil {
		return Contest{}, fmt.Errorf("%w: %w", ErrQuery, err)
	}
	if d, err := time.ParseDuration(o.Timeout); o.Timeout != "" && (err != nil || d < 0) {
		return Contest{}, fmt.Errorf("%w: the timeout %q is not a duration such as 30m", ErrQuery, o.Timeout)
	}
	var err error
	if o.From, err = a.stored(ctx, o.From, o.At); err != nil {
		return Contest{}, err
	}
	id, err := a.options.Acts.Hold(ctx, o)
	if err != nil {
		return Contest{}, ofState(err)
	}
	return a.records().Contest(id)
}

// StartChain begins a chain in its own process, which continues when this one ends. It returns when the chain's record
// is saved. Errors: those of [catalog.Catalog.ResolveStored], those of starting the chain, and errors that wrap
// ErrQuery.
func (a Actor) StartChain(ctx context.Context, o StartChain) (Chain, error) {
	if (len(o.Recipe) == 0) == (len(o.Steps) == 0) {
		return Chain{}, fmt.Errorf("%w: a chain has a recipe or steps", ErrQuery)
	}
	var err error
	if o.From, err = a.stored(ctx, o.From, ""); err != nil {
		return Chain{}, err
	}
	if from, ok := o.Recipe["from"].(string); ok { // a recipe's own may name a file on the command line only
		if o.Recipe["from"], err = a.stored(ctx, from, ""); err != nil {
			return Chain{}, err
		}
	}
	id, err := a.options.Acts.Chain(ctx, o)
	if err != nil {
		return Chain{}, ofState(err)
	}
	return a.records().Chain(id)
}

// PassGate continues a chain that waits for somebody. Errors: those of [Records.Chain], errors that wrap ErrState for a
// chain that does not wait, and ErrQuery.
func (a Actor) PassGate(ctx context.Context, id string, o PassGate) (Chain, error) {
	if (o.Decision == "pick") != (o.Name != "") {
		return Chain{}, fmt.Errorf("%w: name is the contestant to pick, and is for pick only", ErrQuery)
	}
	c, err := a.records().Chain(id)
	if err != nil {
		return Chain{}, err
	}
	if c.Status != chain.Waiting {
		return Chain{}, stateError{fmt.Errorf("chain %s is not waiting: it is %s", c.ID, c.Status)}
	}
	if err := a.options.Acts.Gate(ctx, c.ID, o); err != nil {
		return Chain{}, ofState(err)
	}
	return a.records().Chain(c.ID)
}

// StartTemplate starts a run with the prompt that a template produces. Errors: those of [Actor.Start] and of the
// template.
func (a Actor) StartTemplate(ctx context.Context, o StartTemplate) (Run, error) {
	t, err := a.options.Library.Find(o.Name)
	if err != nil {
		return Run{}, err
	}
	if o.To == "" {
		if o.To = t.CLI; o.Model == "" {
			o.Model = t.Model
		}
	}
	if o.To == "" {
		return Run{}, fmt.Errorf("%w: the template names no CLI: name one with to", ErrQuery)
	}
	prompt, err := a.options.Acts.Fill(ctx, o)
	if err != nil {
		return Run{}, ofState(err)
	}
	return a.Start(ctx, Start{
		To: o.To, Prompt: prompt, From: o.From, Interactive: o.Interactive, Model: o.Model, Folder: o.Folder,
		Worktree: o.Worktree, Redact: o.Redact, Allow: o.Allow,
	})
}

// StartDraft describes how a run of an edited copy begins.
type StartDraft struct {
	To       string `json:"to" minLength:"1" maxLength:"100" doc:"the CLI that works" example:"codex"`
	Prompt   string `json:"prompt,omitempty" doc:"what it is to do first"`
	History  string `json:"history,omitempty" maxLength:"100" doc:"how much is delivered: full, last:N, budget:TOKENS, users, summary"`
	Thinking string `json:"thinking,omitempty" enum:"strip,text,keep" doc:"what becomes of the model's thinking"`
	RunOptions
}

// StartDraft starts a run that continues an edited copy. Errors: those of [draft.Editor.Open] and of [Actor.Start].
func (a Actor) StartDraft(ctx context.Context, id string, o StartDraft) (Run, error) {
	copied, err := a.drafts().Find(ctx, id)
	if err != nil {
		return Run{}, err
	}
	return a.Start(ctx, Start{
		From: copied.Reference, To: o.To, Prompt: o.Prompt, History: o.History, Thinking: o.Thinking,
		Interactive: o.Interactive, Model: o.Model,
		Folder: o.Folder, Worktree: o.Worktree, Redact: o.Redact, Allow: o.Allow,
	})
}

// stored returns the full reference of a stored session, or "" if from is empty.
func (a Actor) stored(ctx context.Context, from, at string) (string, error) {
	if from == "" && at != "" {
		return "", fmt.Errorf("%w: at cuts a session: name that session with from", ErrQuery)
	}
	if from == "" {
		return "", nil
	}
	source, err := a.options.Catalog.ResolveStored(ctx, from)
	if err != nil {
		return "", err
	}
	return source.Reference(), nil
}
