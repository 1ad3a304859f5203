package model

import (
	"context"
	"fmt"

	"stead/orchestrator/delivery"
)

// Delivery describes what a run would deliver.
type Delivery struct {
	Plan delivery.Plan `json:"plan" doc:"as stead run --dry-run --json prints it: from where to where, with which command line, and in delivered what arrives, what is left out and what the format cannot hold"`
	Fit  *delivery.Fit `json:"fit,omitempty" doc:"how much of the target's window the session takes; missing where the CLI begins a session of its own"`
}

// Deliver returns what a run would deliver. It writes nothing and starts no program. Errors are those of [Actor.Start].
func (a Actor) Deliver(ctx context.Context, s Start) (Delivery, error) {
	s, err := a.checked(ctx, s)
	if err != nil {
		return Delivery{}, err
	}
	d, err := a.options.Rehearse(ctx, s)
	return d, ofState(err)
}

var errInput = fmt.Errorf("%w: the prompt - means standard input, and there is none here", ErrQuery)

// checked validates s and replaces its session by that session's full reference.
func (a Actor) checked(ctx context.Context, s Start) (Start, error) {
	if s.Prompt == "-" {
		return s, errInput
	}
	if s.From == "" && s.At != "" {
		return s, fmt.Errorf("%w: at cuts a session: name that session with from", ErrQuery)
	}
	if s.From == "" {
		return s, nil
	}
	source, err := a.options.Catalog.ResolveStored(ctx, s.From)
	if err == nil {
		s.From = source.Reference()
	}
	return s, err
}
