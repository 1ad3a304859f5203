package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stead/runs"
	"stead/timeline"
)

// ErrBudget says that a run was ended because what it may use was used up.
var ErrBudget = errors.New("the budget of the run is used up")

// Budget bounds a run. The zero value bounds nothing.
type Budget struct {
	// Turns is how many answers the model may give, one for each request, as claude --max-turns counts them.
	Turns int
	// Cost is in US dollars, and counts only what the CLI tells.
	Cost float64
	Time time.Duration
}

// bound ends the context when the time is over.
func (b Budget) bound(ctx context.Context) (context.Context, context.CancelFunc) {
	if b.Time <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, b.Time, fmt.Errorf("%w: %v have passed", ErrBudget, b.Time))
}

// check returns an ErrBudget that says what is used up, after an entry. A last answer that calls no tool ends the run by itself.
func (b Budget) check(r runs.Run, e *timeline.Entry) error {
	switch {
	case b.Turns > 0 && (r.Turns > b.Turns || r.Turns == b.Turns && e.Type == timeline.ToolResult):
		return fmt.Errorf("%w: the model has answered %d times", ErrBudget, b.Turns)
	case b.Cost > 0 && r.Cost >= b.Cost:
		return fmt.Errorf("%w: %.2f US dollars are spent", ErrBudget, r.Cost)
	}
	return nil
}

// meter counts what a CLI uses in a run.
type meter struct {
	answering bool
	// base is what was spent before this CLI, told what the CLI itself says its work has cost.
	base, entries, told float64
}

// add counts an entry.
func (m *meter) add(e *timeline.Entry, r *runs.Run) {
	if e.Usage != nil {
		r.Usage = r.Usage.Add(*e.Usage)
		m.entries += e.Usage.Cost
	}
	if !e.Hidden && e.Active() {
		answer := e.Type == timeline.Assistant || e.Type == timeline.ToolCall
		if answer && !m.answering {
			r.Turns++
		}
		m.answering = answer
	}
	m.sum(r)
}

func (m *meter) sum(r *runs.Run) { r.Cost = m.base + max(m.entries, m.told) }
