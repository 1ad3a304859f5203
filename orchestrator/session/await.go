package session

import (
	"context"
	"slices"
	"time"

	"stead/capture"
	"stead/orchestrator/history"
	"stead/readers"
	"stead/runs"
)

// await waits until a session that the CLI begins lies in its store, and captures what it holds by then, or until the user has opened another one. When
// the context has ended, it looks once more. On a terminal it may be long until the first word is said: it looks ever more seldom.
func (f *follower) await(ctx context.Context) error {
	for every := proofPoll; ; every = min(every*5/4, capture.Poll) {
		ended := ctx.Err() != nil
		if err := f.meet(context.WithoutCancel(ctx)); err != nil || !f.delivery.IsAwaited || ended || !f.screen.is(f.delivery.Receipt.ID) {
			return err
		}
		select {
		case <-ctx.Done():
		case <-f.screen.news:
		case <-time.After(every):
		}
	}
}

// meet begins with the session that the CLI has begun, if there is one by now.
func (f *follower) meet(ctx context.Context) error {
	held, err := f.delivery.Meet(ctx)
	if err != nil || held == nil {
		return err
	}
	if err := f.files.Record.Update(func(r *runs.Run) { r.To = f.delivery.Session() }); err != nil {
		return err
	}
	return f.captureFirst(ctx, held)
}

// captureFirst captures what a session held when it was found. What the CLI had not finished then, the tail reports once more.
func (f *follower) captureFirst(ctx context.Context, held history.Entries) error {
	f.before = history.CapturedUpTo(f.delivery.Session(), 0, f.delivery.Adapter.Reader.Info())
	begun := readers.Progress{Turn: f.delivery.LastTurn()}
	for e, err := range held {
		if err != nil {
			return err
		}
		begun.Entries = append(begun.Entries, e.Clone())
	}
	captured := slices.Clone(begun.Entries)
	if err := f.progress(ctx, begun); err != nil {
		return err
	}
	for _, e := range captured {
		f.before.Add(e)
	}
	return nil
}
