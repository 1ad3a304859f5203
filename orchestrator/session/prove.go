package session

import (
	"context"
	"time"

	"stead/orchestrator/state"
)

// proofPoll is how often a CLI's store is checked for a sign of the open session. A check costs a folder's listing.
const proofPoll = 50 * time.Millisecond

// prove waits for a sign of the session that the CLI took. A wrong one is an error. After the right one, a prompt that
// could not be an argument is typed.
func (s *supervisor) prove(ctx context.Context) error {
	if s.command.Typed != nil && s.command.Strict {
		return s.keyboard.prompt(ctx, *s.command.Typed) // what was typed gives the sign
	}
	if err := s.awaitProof(ctx); err != nil || ctx.Err() != nil {
		return err
	}
	if s.command.Typed != nil {
		return s.keyboard.prompt(ctx, *s.command.Typed)
	}
	if s.isHeadless() || s.delivery.Request.Prompt != "" {
		return s.status.apply(state.Prompted{})
	}
	return nil // it waits for its user when its composer is drawn
}

func (s *supervisor) awaitProof(ctx context.Context) error {
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
			// The delivery's receipt is the follower's: it may be in another session by now.
			if id, ok := s.delivery.Adapter.Driver.Opened(s.delivery.Session.Target.Store, s.proof.Wanted, s.process.Owns); ok {
				s.proof.Saw(id)
			}
		}
	}
}

// readyToo is when a CLI that gives no sign of its session before it is worked on takes keys, which is all that can be
// waited for. It would have ended if it had not found the session.
func (s *supervisor) readyToo() <-chan struct{} {
	if s.command.Strict && !s.isHeadless() && s.keyboard.composer.Ready != "" {
		return s.keyboard.ready.Known()
	}
	return nil
}
