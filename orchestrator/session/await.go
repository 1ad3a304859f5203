package session

import (
	"context"
	"time"

	"stead/capture"
	"stead/runs"
)

// await waits until a session that the CLI begins lies in its store, and captures what it holds by then, or until the
// user has opened another one. When the context has ended, it looks once more. On a terminal it may be long until the
// first word is said: it looks ever more seldom.
func (f *follower) await(ctx context.Context) error {
	for every := proofPoll; ; every = min(every*5/4, capture.Poll) {
		ended := ctx.Err() != nil
		if err := f.meet(context.WithoutCancel(ctx)); err != nil || !f.delivery.Session.IsAwaited || ended ||
			!f.screen.is(f.delivery.Session.Receipt.ID) {
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
	session, ok, err := f.delivery.Session.Meet(ctx)
	if err != nil || !ok {
		return err
	}
	if err := f.files.Record.Update(func(r *runs.Run) { r.To = f.delivery.Session.Recorded() }); err != nil {
		return err
	}
	return f.hold(ctx, session, 0)
}
