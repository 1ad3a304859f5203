package tenure

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stead/reach/lease"
	"stead/reach/member"
)

// ErrFree says that a run needs no lease: no machine has claimed it.
var ErrFree = errors.New("the run needs no lease")

// ErrNoNode says that a machine may hold no lease.
var ErrNoNode = errors.New("this machine is no node at the hub: it cannot take over a run")

// TakenError says that another machine has taken a run over.
type TakenError struct{ Run, Machine string }

// Error says so.
func (e *TakenError) Error() string {
	return fmt.Sprintf("%s has taken run %s over, and goes on with it", e.Machine, e.Run)
}

// Hint says where the run goes on.
func (e *TakenError) Hint() string {
	return fmt.Sprintf("stead ps lists the runs of %s; stead run --from %[1]s/run:ID goes on with one", e.Machine)
}

// WorksError says that a machine works at a run and renews its lease.
type WorksError struct{ Run, Machine string }

// Error says so.
func (e *WorksError) Error() string {
	return fmt.Sprintf("%s does not answer, but works at run %s: it has renewed the lease", e.Machine, e.Run)
}

// pause is how often the hub is asked whether a lease has ended.
const pause = time.Second

// TakeOver makes a run this machine's that belongs to another one, as soon as that one's lease has ended. Waits is told
// once, before that: who may still work at the run, and until when by the hub's clock; the time is zero where nobody
// knows. Errors: ErrFree, ErrNoNode, *TakenError, *WorksError; the hub's, and ctx's cause.
func (a Access) TakeOver(ctx context.Context, run string, waits func(machine string, until time.Time)) error {
	was, _, err := a.claimant(ctx, run)
	switch {
	case errors.Is(err, errUnclaimed):
		return ErrFree
	case err != nil || a.isOwn(was):
		return err
	case was.Taken:
		return &TakenError{run, was.Name}
	case !a.Self.Has(member.Node):
		return ErrNoNode
	}
	var told *lease.Held
	for {
		err := a.tryToTakeOver(ctx, run, was)
		held := (*lease.Held)(nil)
		switch {
		case errors.Is(err, ErrClaimed):
			continue
		case !errors.As(err, &held):
			return err
		case told == nil:
			told = held
			waits(held.Holder, held.Until)
		case held.Holder == told.Holder && held.Revision > told.Revision:
			return &WorksError{run, held.Holder}
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(pause):
		}
	}
}

// tryToTakeOver takes over a run that belongs to a machine. Errors: *lease.Held while that one may work at it, or
// another one tries, too; *TakenError; ErrClaimed; the hub's.
func (a Access) tryToTakeOver(ctx context.Context, run string, of claim) error {
	l, err := a.take(ctx, run)
	held := (*lease.Held)(nil)
	if err != nil && !errors.As(err, &held) {
		return err
	}
	now, last, failed := a.claimant(ctx, run)
	switch {
	case failed != nil:
		err = failed
	case now.Key != of.Key:
		err = &TakenError{run, now.Name}
	case held == nil:
		// The lease is kept until it ends by itself: whoever held it learns by that, too.
		if err = a.book().Say(ctx, run, Word{Kind: takes}, last); err == nil {
			return nil
		}
	}
	if l != nil {
		_ = l.Release(ctx) // unheard, it ends by itself
	}
	return err
}
