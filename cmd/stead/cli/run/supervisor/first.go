package supervisor

import (
	"context"
	"fmt"

	"stead/internal/term/ptyx"
	"stead/orchestrator/session"
)

// ErrAbandoned says that a run was ended because whoever would have given it its first terminal has gone.
var ErrAbandoned = fmt.Errorf("%w: the command that started the run was gone before it attached its terminal",
	session.ErrInterrupted)

// Needs ends the run, with ErrAbandoned, when its starter goes before a terminal was attached: nobody would ever give
// it one. Starter is closed when the starter has gone, and the context ends with the run.
func (t *Terminal) Needs(ctx context.Context, starter <-chan struct{}, end context.CancelCauseFunc) {
	go func() {
		select {
		case <-ctx.Done():
			return
		case <-starter:
		}
		if t.awaitsFirst() {
			end(ErrAbandoned)
		}
	}()
}

// awaitsFirst reports whether the run waits for its first user.
func (t *Terminal) awaitsFirst() bool {
	select {
	case <-t.hub.Visited():
	case <-t.alone:
	default:
		return true
	}
	return false
}

// awaitFirst waits for the first user, where one must come. The error is the context's cause.
func (t *Terminal) awaitFirst(ctx context.Context) error {
	select {
	case <-t.hub.Visited():
	case <-t.alone:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	return nil
}

// Size implements orchestrator.Terminal. A CLI draws its first screen but once, so it begins when the user's terminal
// is there. Of a user who has left since it is the last size: the run goes on without them.
func (t *Terminal) Size(ctx context.Context) (ptyx.Size, error) {
	if err := t.awaitFirst(ctx); err != nil {
		return ptyx.Size{}, err
	}
	return t.hub.Size(), nil
}
