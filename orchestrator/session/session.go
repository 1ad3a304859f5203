package session

import (
	"context"
	"errors"

	"stead/adapters/adapter"
	"stead/inject/signals"
	"stead/orchestrator/delivery"
	"stead/orchestrator/history"
	"stead/orchestrator/mirror"
	"stead/orchestrator/questions"
	"stead/orchestrator/record"
	"stead/runs"
	"stead/timeline"
)

// Options say with what a CLI works on its session.
type Options struct {
	// Delivery is the session in the CLI's store. It changes when the CLI begins the session itself.
	Delivery *delivery.Delivery
	// Files keep the run.
	Files *record.Files
	// Mirror is kept in the source's CLI. Nil when nobody wants one.
	Mirror *mirror.Mirror
	// Before is what the journal holds of the session already.
	Before history.Captured
	// Again is set when the prompt is stead's own, until the CLI has it in its session.
	Again *runs.Again
	// IsRenewed says that the CLI is started again on a session that it had open in this run a moment ago.
	IsRenewed bool
	// Terminal is the user's. Interactive runs only.
	Terminal Terminal
	// Orders are the instructions to the active run.
	Orders *Orders
	// Switches tell the run to go on in another CLI. Nil when nobody does. CanSwitch says why a CLI cannot take over.
	Switches  <-chan Switch
	CanSwitch func(ctx context.Context, cli string) error
	// Questions are what the run's CLIs ask.
	Questions *questions.Register
	// Limits returns what to do about limits now: its user may change that while the CLI works.
	Limits func() Limits
	// Budget ends the CLI when it is used up.
	Budget Budget
	// Entry is called with each new entry, hidden ones included.
	Entry func(*timeline.Entry)
	// Note is called with what the user should know and need not act upon.
	Note func(string)
	Host adapter.Host
	// Environment is what the CLI is started with, NAME=value.
	Environment []string
}

// Limits say what to do about the limits that a CLI hits.
type Limits struct {
	// Patience is how long a CLI may try again by itself.
	Patience signals.Patience
	// CanMove says that another CLI takes over when no patience is left.
	CanMove bool
}

// Errors of a CLI's part of a run.
var (
	// ErrCLIFailed: the CLI ended with an error.
	ErrCLIFailed = errors.New("the CLI failed")
	// ErrInterrupted: the run was ended by a signal.
	ErrInterrupted = errors.New("interrupted")
	// ErrMadeWay: the CLI was ended while it waited for its user, so that it continues with what was said in the mirror.
	ErrMadeWay = errors.New("the run's mirror was continued")
)
