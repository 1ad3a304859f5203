package flags

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/config"
	"stead/forks"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/inject/signals"
	"stead/orchestrator"
	"stead/orchestrator/delivery"
	"stead/reach/journey"
	"stead/reach/member"
	"stead/runs"
)

// FindResumed finds the run to resume, if any: it continues as it was, with a terminal or without one. The error is
// that of [runs.Folder.Find].
func (o *Run) FindResumed(all runs.Folder) error {
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

// Resolve turns the flags and the settings into what the orchestrator is asked. The terminal of an interactive run is
// the caller's to add. What is wrong with the command line is a usage error.
func (o *Run) Resolve(ctx context.Context, p *setup.Process, s *setup.Setup) (orchestrator.Request, error) {
	if err := o.FindResumed(s.Runs); err != nil {
		return orchestrator.Request{}, err
	}
	r := o.Request
	if b := r.Budget; b.Time < 0 || b.Turns < 0 || b.Cost < 0 {
		return r, failure.Usage(errors.New("--timeout, --max-turns and --max-cost must not be negative; 0 means no limit"))
	}
	var err error
	if r.At, err = cutAt(o.Point, r); err != nil {
		return r, err
	}
	now, err := o.inFlight(s.Config)
	if err != nil {
		return r, err
	}
	r.History, r.Thinking, r.Redaction = now.History, now.Thinking, now.Redaction
	r.Failover, r.Patience, r.Elsewhere = now.Failover, now.Patience, now.Elsewhere
	if r.Sync, err = orchestrator.ParseSync(s.Config.Sync); err != nil {
		return r, err
	}
	if r.Dir != "" {
		r.Dir = p.Path(r.Dir)
	}
	_, apart := member.Load(s.Config.Folders.Data)
	r.Lease = orchestrator.Lease{Watched: apart == nil, GoesOn: s.Config.Reach.GoesOn(), First: firstLease(p, s)}
	own := s.Config.CLI[r.To]
	r.Arguments, r.Environment, r.Models = slices.Concat(own.Args, r.Arguments), own.Env, modelRules(own)
	r.Headless = o.IsHeadless()
	return r, o.readPrompt(ctx, p, &r)
}

// firstLease is for how long a run may work without word of its lease. One that its user begins on the machine itself
// may always, as it may without a hub.
func firstLease(p *setup.Process, s *setup.Setup) func(runs.Run) time.Duration {
	if !p.IsErrand() {
		return nil
	}
	return func(r runs.Run) time.Duration {
		if !journey.OpenArrivals(s.Config.Folders.Data).Sent(r) {
			return 0
		}
		return s.Config.Reach.Lease * 4 / 5 // as of any lease, a fifth is left to end the CLI in
	}
}

// cutAt reads where to cut the session that a request continues.
func cutAt(point string, r orchestrator.Request) (forks.Point, error) {
	if point != "" && r.From == "" && r.Resume == "" {
		return forks.Point{}, failure.Usage(errors.New("--at cuts a session: name that session with --from"))
	}
	return forks.ParsePoint(point)
}

// modelRules are what the user has set for sessions that come from another CLI, the model for all of them last.
func modelRules(own config.CLI) []delivery.ModelRule {
	var rules []delivery.ModelRule
	for _, rule := range own.Models {
		pattern, model, _ := strings.Cut(rule, "=") // the configuration is checked
		rules = append(rules, delivery.ModelRule{Pattern: pattern, Model: model})
	}
	if own.Model != "" {
		rules = append(rules, delivery.ModelRule{Pattern: delivery.AnyModel, Model: own.Model})
	}
	return rules
}

// inFlight is what settings say that may change while a run is active. An empty --failover keeps the run where it is.
func (o *Run) inFlight(c config.Config) (now orchestrator.InFlight, err error) {
	if now.History, err = policy.ParseHistory(c.History); err != nil {
		return now, err
	}
	if now.Thinking, err = policy.ParseThinking(c.Thinking); err != nil {
		return now, err
	}
	if now.Redaction = redaction.Policy(c.Redact); !o.Asks {
		now.Redaction = now.Redaction.Unasked()
	}
	if now.Failover = o.Request.Failover; now.Failover == nil {
		now.Failover = c.Failover.To
	}
	now.Patience = signals.Patience{Attempts: c.Failover.Attempts, Delay: c.Failover.Delay, Silence: c.Failover.Silence}
	now.Elsewhere = map[string]orchestrator.Settings{}
	for name, own := range c.CLI {
		now.Elsewhere[name] = orchestrator.Settings{Models: modelRules(own), Arguments: own.Args, Environment: own.Env}
	}
	return now, nil
}

// Following has a run follow the settings as they change, if somebody follows their file: see [setup.Setup.Follow].
func (o *Run) Following(s *setup.Setup, r orchestrator.Request) orchestrator.Request {
	latest := &atomic.Pointer[orchestrator.InFlight]{}
	set := func(c config.Config) {
		if now, err := o.inFlight(c); err == nil { // the configuration is checked
			latest.Store(&now)
		}
	}
	set(s.Config)
	s.Settings.OnChange(set)
	return r.Following(latest.Load)
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
