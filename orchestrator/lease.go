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

// Lease says what a run does about its lease (see [runs.Lease]). The zero value does nothing.
type Lease struct {
	// Watched says that the run may have one: its machine has joined a hub.
	Watched bool
	// GoesOn says that the run is not ended with its lease, and only says so.
	GoesOn bool
	// First is for how long a run may work before its machine's node has told it of a lease, 0 for as long as it likes:
	// for one that began for another machine, which a node might leave alone by dying in that moment. Nil: it is 0.
	First func(runs.Run) time.Duration
}

// LeaseError says that a run was ended because another machine may go on with it, or does. It wraps
// session.ErrInterrupted.
type LeaseError struct {
	Run string
	// Elsewhere is the machine that goes on with it. Empty where none is known to.
	Elsewhere string
}

// Error says why, and how the run goes on.
func (e *LeaseError) Error() string { return runs.LeaseReason(e.Run, e.Elsewhere) }

// Unwrap returns session.ErrInterrupted.
func (e *LeaseError) Unwrap() error { return session.ErrInterrupted }

// leaseGlance is how often a run looks at its lease.
const leaseGlance = 250 * time.Millisecond

// holder holds a run's lease while the run works.
type holder struct {
	lease  Lease
	runs   runs.Folder
	record *record.Keeper
	now    func() time.Time
}

// hold ends the context with the run's lease, with a *LeaseError as its cause. What it returns ends the watch.
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

// begin has the lease of an earlier part of the run be forgotten: the machine's node writes one that counts. A run
// that must hear of that writes down until when.
func (h holder) begin() error {
	of := h.record.Current()
	if h.lease.First != nil {
		if first := h.lease.First(of); first > 0 {
			return h.runs.KeepLease(of.ID, runs.Lease{Until: process.SinceBoot() + first})
		}
	}
	return h.runs.ForgetLease(of.ID)
}

// watch returns when the run has to end, or with the error that it cannot note how it stands.
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
		case err != nil || !ok: // it is being removed, with the run
		case l.HasEnded() && !h.lease.GoesOn:
			return &LeaseError{Run: id, Elsewhere: l.Elsewhere}
		default:
			if err := h.note(l); err != nil {
				return err
			}
		}
	}
}

// note keeps in the record how a run stands that is not ended with its lease.
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

// leaseEntry begins the id of the entry that a run's journal has of the end of its lease.
const leaseEntry = "lease-"

// entryOf is what the journal has of that: a hidden entry, since no CLI's session holds it.
func (e *LeaseError) entryOf(now time.Time) *timeline.Entry {
	at := now.UTC().Format(time.RFC3339Nano)
	return &timeline.Entry{ID: leaseEntry + strings.ReplaceAll(at, ":", ""), Timestamp: at, Type: timeline.System,
		Hidden: true, Content: timeline.NewText(e.Error())}
}
