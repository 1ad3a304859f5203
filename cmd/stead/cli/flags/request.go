package flags

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/config"
	"stead/forks"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/orchestrator"
	"stead/runs"
	"stead/signals"
)

// TakeUp finds the run that is resumed, if one is: it goes on as it was, with a terminal or without one. The error is that of
// [runs.Folder.Find].
func (o *Run) TakeUp(all runs.Folder) error {
	if o.Request.Resume == "" {
		return nil
	}
	run, err := all.Find(o.Request.Resume)
	if err != nil {
		return err
	}
	o.Request.Resume, o.Request.To = run.ID, run.To.CLI
	o.Request.Headless = o.Request.Headless || run.Headless && !o.Interactive
	return nil
}

// IsHeadless reports whether the CLI answers without a terminal.
func (o *Run) IsHeadless() bool {
	return o.Request.Headless || o.AsJSON || (o.HasPrompt && !o.Interactive)
}

// Resolve turns the flags and the settings into what the orchestrator is asked. The terminal of an interactive run is the caller's to add.
// What is wrong with the command line is a usage error.
func (o *Run) Resolve(ctx context.Context, p *setup.Process, s *setup.Setup) (orchestrator.Request, error) {
	if err := o.TakeUp(s.Runs); err != nil {
		return orchestrator.Request{}, err
	}
	r, c := o.Request, s.Config
	if b := r.Budget; b.Time < 0 || b.Turns < 0 || b.Cost < 0 {
		return r, failure.Usage(errors.New("--timeout, --max-turns and --max-cost cannot be less than nothing; 0 sets no bound"))
	}
	var err error
	if r.At, err = cutAt(o.Point, r); err != nil {
		return r, err
	}
	if r.History, err = policy.ParseHistory(c.History); err != nil {
		return r, err
	}
	if r.Thinking, err = policy.ParseThinking(c.Thinking); err != nil {
		return r, err
	}
	if r.Sync, err = orchestrator.ParseSync(c.Sync); err != nil {
		return r, err
	}
	if r.Redaction = redaction.Policy(c.Redact); !o.Asks {
		r.Redaction = r.Redaction.Unasked()
	}
	if r.Dir != "" {
		r.Dir = p.Path(r.Dir)
	}
	own := c.CLI[r.To]
	settleLive(&r, c)
	r.Arguments, r.Environment, r.Models = slices.Concat(own.Args, r.Arguments), own.Env, modelRules(own)
	r.Headless = o.IsHeadless()
	return r, o.readPrompt(ctx, p, &r)
}

// cutAt reads where the session is cut with which a request goes on.
func cutAt(point string, r orchestrator.Request) (forks.Point, error) {
	if point != "" && r.From == "" && r.Resume == "" {
		return forks.Point{}, failure.Usage(errors.New("--at is a point of a session: name that session with --from"))
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

// settleLive takes what the configuration says of the CLIs that a run may move to. An empty --failover keeps it where it is.
func settleLive(r *orchestrator.Request, c config.Config) {
	if r.Failover == nil {
		r.Failover = c.Failover.To
	}
	r.Patience = signals.Patience{Attempts: c.Failover.Attempts, Delay: c.Failover.Delay, Silence: c.Failover.Silence}
	r.Elsewhere = map[string]orchestrator.Settings{}
	for name, own := range c.CLI {
		r.Elsewhere[name] = orchestrator.Settings{Models: modelRules(own), Arguments: own.Args, Environment: own.Env}
	}
}

// readPrompt takes the prompt from standard input where it is to be found there.
func (o *Run) readPrompt(ctx context.Context, p *setup.Process, r *orchestrator.Request) error {
	fromInput := r.Prompt == "-" || (r.Headless && !o.HasPrompt && !o.DryRun && o.Request.Resume == "")
	switch {
	case fromInput && o.Request.From == "-":
		return failure.Usage(errors.New("the session and the prompt cannot both come from standard input"))
	case fromInput && term.IsTerminal(p.Term.In):
		return failure.Usage(errors.New("a headless run needs a prompt: give it with -p TEXT, or on standard input"))
	case fromInput:
		text, err := p.Term.ReadAll(ctx)
		if err != nil {
			return fmt.Errorf("read the prompt from standard input: %w", err)
		}
		r.Prompt = text
	}
	if r.Headless && strings.TrimSpace(r.Prompt) == "" && !o.DryRun && o.Request.Resume == "" {
		return failure.Usage(errors.New("the prompt is empty: say with -p TEXT what to do next"))
	}
	return nil
}
