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

// FindResumed finds the run to resume, if any. The run continues as before, with or without a terminal. The error is
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

// Resolve turns the flags and the settings into a request to the orchestrator. The caller must add the terminal of an
// interactive run. Faults of the command line are usage errors.
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

// firstLease returns how long a run may work before it has a lease. A run that its user begins on the machine itself
// always may, as without a hub.
func firstLease(p *setup.Process, s *setup.Setup) func(runs.Run) time.Duration {
	if !p.IsErrand() {
		return nil
	}
	return func(r runs.Run) time.Duration {
		if !journey.OpenArrivals(s.Config.Folders.Data).Sent(r) {
			return 0
		}
		return s.Config.Reach.Lease * 4 / 5 // as with any lease, a fifth is left to end the CLI
	}
}

// cutAt parses where to cut the session that a request continues.
func cutAt(point string, r orchestrator.Request) (forks.Point, error) {
	if point != "" && r.From == "" && r.Resume == "" {
		return forks.Point{}, failure.Usage(errors.New("--at cuts a session: name that session with --from"))
	}
	return forks.ParsePoint(point)
}

// modelRules returns the user's rules for sessions from other CLIs, with the model for all of them last.
func modelRules(own config.CLI) []delivery.ModelRule {
	var rules []delivery.ModelRule
	for _, rule := range own.Models {
		pattern, model, _ := strings.Cut(rule, "=") // the configuration was checked before
		rules = append(rules, delivery.ModelRule{Pattern: pattern, Model: model})
	}
	if own.Model != "" {
		rules = append(rules, delivery.ModelRule{Pattern: delivery.AnyModel, Model: own.Model})
	}
	return rules
}

// inFlight returns the settings that may change while a run is active. An empty --failover keeps the run in its CLI.
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

// Following makes a run follow the settings as they change, if their file is followed: see [setup.Setup.Follow].
func (o *Run) Following(s *setup.Setup, r orchestrator.Request) orchestrator.Request {
	latest := &atomic.Pointer[orchestrator.InFlight]{}
	set := func(c config.Config) {
		if now, err := o.inFlight(c); err == nil { // the configuration was checked before
			latest.Store(&now)
		}
	}
	set(s.Config)
	s.Settings.OnChange(set)
	return r.Following(latest.Load)
}

// readPrompt reads the prompt from standard input if it is there.
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
