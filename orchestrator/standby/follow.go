package standby

import (
	"context"
	"time"
)

// Intervals of the attempts to bring copies up to date.
const (
	// settling is how long stead waits after the end of a turn. CLIs may write its last record a moment later.
	settling = 500 * time.Millisecond
	// patience is how long stead waits when a turn goes on, or when a CLI has a copy open.
	patience = 10 * time.Second
)

// Follow brings the copies of some sessions up to date, and of each session whose reference comes from ended, which is
// where a turn has just ended. It returns when ctx ends. Told receives what was done, and what has failed; both may be
// empty.
func (k *Keeper) Follow(ctx context.Context, first []string, ended <-chan string, told func([]Change, error)) {
	due := map[string]time.Time{}
	for _, session := range first {
		due[session] = time.Time{}
	}
	for ctx.Err() == nil {
		wait := time.NewTimer(untilNext(due))
		select {
		case <-ctx.Done():
		case session := <-ended:
			due[session] = time.Now().Add(settling)
		case <-wait.C:
			k.bring(ctx, due, told)
		}
		wait.Stop()
	}
}

// untilNext returns how long it is until the first of these times.
func untilNext(due map[string]time.Time) time.Duration {
	next := time.Hour
	for _, at := range due {
		next = min(next, time.Until(at))
	}
	return max(next, 0)
}

// bring brings the copies of the sessions that are due up to date. Those that must wait are due again later.
func (k *Keeper) bring(ctx context.Context, due map[string]time.Time, told func([]Change, error)) {
	for session, at := range due {
		if ctx.Err() != nil {
			return
		}
		if time.Now().Before(at) {
			continue
		}
		delete(due, session)
		changes, waits, err := k.Update(ctx, session)
		if ctx.Err() != nil {
			err = nil
		}
		told(changes, err)
		if waits {
			due[session] = time.Now().Add(patience)
		}
	}
}
