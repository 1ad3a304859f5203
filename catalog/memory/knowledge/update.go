package knowledge

import (
	"context"
	"errors"
	"fmt"

	"stead/catalog/memory"
)

// Store has the sessions and keeps what was learnt from them (catalog/memory/database).
type Store interface {
	// Changed returns the sessions with steps that nobody has looked at.
	Changed(context.Context) ([]memory.SessionKey, error)
	Conversation(context.Context, memory.SessionKey) (memory.Conversation, error)
	// KeepFindings replaces what was learnt from a session.
	KeepFindings(context.Context, memory.SessionKey, []memory.Finding) error
	// Supersede marks the decisions that a later one of another session rejects.
	Supersede(context.Context) error
}

// Improver has another look at what the rules found in a session, and at the session: a model that the user names
// (catalog/memory/optional/model).
type Improver interface {
	Improve(context.Context, memory.Conversation, []memory.Finding) ([]memory.Finding, error)
}

// Options say how an update is made.
type Options struct {
	// Improver may be nil.
	Improver Improver
	// Progress is told how many sessions of how many were looked at. It may be nil.
	Progress func(done, total int64)
}

// Report says what an update did.
type Report struct {
	Sessions int `json:"sessions"`
	Findings int `json:"findings"`
	// Warnings say which sessions could not be looked at, and where the model was of no help.
	Warnings []error `json:"-"`
}

// Update looks at the sessions that have changed, one after another, each as a whole: a failure may be cured by what
// was added. What was kept stays when it is interrupted. The error is that of ctx, or of the store.
func Update(ctx context.Context, s Store, o Options) (Report, error) {
	var r Report
	changed, err := s.Changed(ctx)
	if err != nil {
		return r, fmt.Errorf("find the sessions that have changed: %w", err)
	}
	for i, key := range changed {
		found, err := learn(ctx, s, key, o, &r)
		if err != nil {
			return r, err
		}
		r.Sessions, r.Findings = r.Sessions+1, r.Findings+found
		if o.Progress != nil {
			o.Progress(int64(i+1), int64(len(changed)))
		}
	}
	if len(changed) == 0 {
		return r, nil
	}
	if err := s.Supersede(ctx); err != nil {
		return r, fmt.Errorf("find the decisions that others replaced: %w", err)
	}
	return r, nil
}

// learn looks at one session. What cannot be read is a warning.
func learn(ctx context.Context, s Store, key memory.SessionKey, o Options, r *Report) (found int, err error) {
	c, err := s.Conversation(ctx, key)
	var findings []memory.Finding
	if err == nil {
		findings, err = Extract(ctx, c)
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if err != nil {
		r.Warnings = append(r.Warnings, fmt.Errorf("learn from %s:%s: %w", key.LLMSource, key.Session, err))
		return 0, nil
	}
	if o.Improver != nil {
		improved, err := o.Improver.Improve(ctx, c, findings)
		switch {
		case errors.Is(err, context.Canceled):
			return 0, err
		case err != nil:
			r.Warnings = append(r.Warnings, err)
		default:
			findings = improved
		}
	}
	if err := s.KeepFindings(ctx, key, findings); err != nil {
		return 0, fmt.Errorf("keep what was learnt from %s:%s: %w", key.LLMSource, key.Session, err)
	}
	return len(findings), nil
}
