package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stead/runs"
	"stead/timeline"
)

// ErrBudget says that a run was ended because what it may use was used up.
var ErrBudget = errors.New("the run's budget is used up")

// Budget bounds a run. The zero value bounds nothing.
type Budget struct {
	// Turns is how many answers the model may give, one for each request, as claude --max-turns counts them.
	Turns int
	// Cost is in US dollars, and counts only what the CLI tells.
	Cost float64
	Time time.Duration
}

// Bound ends the context when the time is over.
func (b Budget) Bound(ctx context.Context) (context.Context, context.CancelFunc) {
	if b.Time <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, b.Time, fmt.Errorf("%w: %v have passed", ErrBudget, b.Time))
}

// times says how often something happened.
func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// check returns an ErrBudget that says what is used up, after an entry. A last answer that calls no tool ends the run
// by itself.
func (b Budget) check(r runs.Run, e *timeline.Entry) error {
	switch {
	case b.Turns > 0 && (r.Turns > b.Turns || r.Turns == b.Turns && e.Type == timeline.ToolResult):
		return fmt.Errorf("%w: the model answered %s", ErrBudget, times(b.Turns))
	case b.Cost > 0 && r.Cost >= b.Cost:
		return fmt.Errorf("%w: %.2f US dollars are spent", ErrBudget, r.Cost)
	}
	return nil
}

// beyond adds to the error of a used-up budget how often the model answered beyond it. A CLI asks for the next answer
// as soon as it has the results of its tools, which may be before stead can end it.
func (b Budget) beyond(ended error, r runs.Run, cli string) error {
	more := r.Turns - b.Turns
	if b.Turns <= 0 || more <= 0 {
		return ended
	}
	return fmt.Errorf("%w, and %s more before %s could be ended", ended, times(more), cli)
}
