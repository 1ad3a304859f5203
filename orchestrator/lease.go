package orchestrator

import (
	"context"
	"strings"
	"sync"
	"time"

	"stead/internal/sys/process"
	"stead/orchestrator/record"
	"stead/orchestrator/session"
	"stead/runs"
	"stead/timeline"
)

// Lease says how a run uses its lease (see [runs.Lease]). The zero value does nothing.
type Lease struct {
	// Watched says that the run may have a lease, because its machine has joined a hub.
	Watched bool
	// GoesOn says that the run continues without its lease, and only reports its end.
	GoesOn bool
	// First returns how long a run may work before its machine's node has given it a lease; 0 means no limit. It is for a
	// run that began for another machine, whose node might die at that moment and never renew the lease. A nil First means
	// 0.
	First func(runs.Run) time.Duration
}

// LeaseError says that a run was ended because another machine may continue it, or does. It wraps
// session.ErrInterrupted.
type LeaseError struct {
	Run string
	// Elsewhere is the machine that continues the run. Empty if none is known.
	Elsewhere string
}

// Error says why, and how the run continues.
func (e *LeaseError) Error() string { return runs.LeaseReason(e.Run, e.Elsewhere) }

// Unwrap returns session.ErrInterrupted.
func (e *LeaseError) Unwrap() error { return session.ErrInterrupted }

// leaseGlance is how often a run checks its lease.
const leaseGlance = 250 * time.Millisecond

// holder holds a run's lease while the run works.
type holder struct {
	lease  Lease
	runs   runs.Folder
	record *record.Keeper
	now    func() time.Time
}

// hold returns a context that ends with the run's lease, with a *LeaseError as its cause. Release ends the watch.
func (h holder) hold(ctx context.Context) (within context.Context, release func(), err error) {
	if !h.lease.Watched {
		return ctx, func() {}, nil
	}
	if err := h.begin(); err != nil {
		return ctx, func() {}, err
	}
	within, stop := context.WithCancelCause(ctx)
	var watching sync.WaitGroup
	watching.Go(func() { stop(h.watch(within)) })
	return within, func() {
		stop(nil)
		watching.Wait()
	}, nil
}

// begin forgets the lease of an earlier part of the run, because the machine's node writes the valid one. A run with a
// limit before its first lease stores that limit as a lease.
func (h holder) begin() error {
	of := h.record.Current()
	if h.lease.First != nil {
		if first := h.lease.First(of); first > 0 {
			return h.runs.KeepLease(of.ID, runs.Lease{Until: process.SinceBoot() + first})
		}
	}
	return h.runs.ForgetLease(of.ID)
}

// watch returns an error when the run must end, or when it cannot record the state of the lease.
func (h holder) watch(ctx context.Context) error {
	id := h.record.Current().ID
	beat := time.NewTicker(leaseGlance)
	defer beat.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-beat.C:
		}
		l, ok, err := h.runs.Lease(id)
		switch {
		case err != nil || !ok: // the lease is being removed, together with the run
		case l.HasEnded() && !h.lease.GoesOn:
			return &LeaseError{Run: id, Elsewhere: l.Elsewhere}
		default:
			if err := h.note(l); err != nil {
				return err
			}
		}
	}
}

// note records the state of a run that continues without its lease.
func (h holder) note(l runs.Lease) error {
	return h.record.Change(func(of *runs.Run) bool {
		hasEnded := l.HasEnded()
		if of.Unleased.IsZero() != hasEnded && of.Elsewhere == l.Elsewhere {
			return false
		}
		switch {
		case !hasEnded:
			of.Unleased = time.Time{}
		case of.Unleased.IsZero():
			of.Unleased = h.now().UTC()
		}
		of.Elsewhere = l.Elsewhere
		return true
	})
}

// leaseEntry begins the id of the journal entry for the end of a lease.
const leaseEntry = "lease-"

// entryOf returns that journal entry. It is hidden, because no CLI's session holds it.
func (e *LeaseError) entryOf(now time.Time) *timeline.Entry {
	at := now.UTC().Format(time.RFC3339Nano)
	return &timeline.Entry{ID: leaseEntry + strings.ReplaceAll(at, ":", ""), Timestamp: at, Type: timeline.System,
		Hidden: true, Content: timeline.NewText(e.Error())}
}
