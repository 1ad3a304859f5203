package orchestrator

import (
	"context"
	"time"

	"stead/inject"
	"stead/orchestrator/state"
)

// proofPoll is how often a CLI's store is looked at for a sign of the open session. It costs a folder's listing.
const proofPoll = 50 * time.Millisecond

// prove waits for a sign of the session that the CLI took. A wrong one is an error. After the right one, a prompt that could
// not be an argument is typed.
func (s *supervision) prove(ctx context.Context) error {
	if s.command.Typed != nil && s.command.Strict {
		return s.enterWhenReady(ctx, *s.command.Typed) // what was typed gives the sign
	}
	if err := s.awaitProof(ctx); err != nil || ctx.Err() != nil {
		return err
	}
	if s.command.Typed != nil {
		return s.enterWhenReady(ctx, *s.command.Typed)
	}
	if s.request.Headless || s.request.Prompt != "" {
		return s.apply(state.Prompted{})
	}
	return nil // it waits for its user when its composer is drawn
}

func (s *supervision) awaitProof(ctx context.Context) error {
	ticker := time.NewTicker(proofPoll)
	defer ticker.Stop()
	ready := s.readyToo()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-s.proof.Known():
			return s.proof.Err()
		case <-ready:
			return nil
		case <-ticker.C:
			if id, ok := s.adapter.Driver.Opened(s.target.Store, s.receipt.ID, s.process.Owns); ok {
				s.proof.Saw(id)
			}
		}
	}
}

// readyToo is when a CLI that gives no sign of its session before it is worked on takes keys, which is all that can be waited for. It
// would have ended if it had not found the session.
func (s *supervision) readyToo() <-chan struct{} {
	if s.command.Strict && !s.request.Headless && s.adapter.Driver.Composer().Ready != "" {
		return s.ready.Known()
	}
	return nil
}

// enterWhenReady types a prompt as soon as the CLI's composer takes it.
func (s *supervision) enterWhenReady(ctx context.Context, t inject.Typing) error {
	s.awaitComposer(ctx)
	return s.enter(ctx, t)
}

// longestStart is how long is waited for a composer that may look otherwise than its driver knows it.
const longestStart = 30 * time.Second

// awaitComposer waits until the CLI has drawn its composer: what is typed before is lost.
func (s *supervision) awaitComposer(ctx context.Context) {
	select {
	case <-ctx.Done():
	case <-s.ready.Known():
	case <-time.After(longestStart):
	}
}
