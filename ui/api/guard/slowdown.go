package guard

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrTooMany is the error of a wrong secret while many others wait for their response.
var ErrTooMany = errors.New("too many wrong secrets: wait a minute")

// firstWait is the delay of the first wrong secret. LongestWait is the maximum delay of later ones. MostWaiting is how
// many may wait at the same time. Forgiven is the time after which the delay starts again at firstWait.
const (
	firstWait   = 100 * time.Millisecond
	longestWait = 5 * time.Second
	mostWaiting = 16
	forgiven    = time.Minute
)

// slowdown delays the responses to wrong secrets: one after the other, each longer than the one before. Right secrets
// never wait, so nobody can lock the user out.
type slowdown struct {
	now     func() time.Time
	access  sync.Mutex
	wait    time.Duration
	waiting int
	// free is when the last waiting request gets its response.
	free time.Time
}

// miss delays a wrong secret. Errors: ErrTooMany, and that of ctx.
func (s *slowdown) miss(ctx context.Context) error {
	until, err := s.queue()
	if err != nil {
		return err
	}
	defer s.leave()
	select {
	case <-time.After(until):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// queue returns the delay.
func (s *slowdown) queue() (time.Duration, error) {
	s.access.Lock()
	defer s.access.Unlock()
	now := s.now()
	switch {
	case s.waiting >= mostWaiting:
		return 0, ErrTooMany
	case now.Sub(s.free) > forgiven:
		s.wait = firstWait
	default:
		s.wait = min(2*s.wait, longestWait)
	}
	if s.free.Before(now) {
		s.free = now
	}
	s.free = s.free.Add(s.wait)
	s.waiting++
	return s.free.Sub(now), nil
}

func (s *slowdown) leave() {
	s.access.Lock()
	defer s.access.Unlock()
	s.waiting--
}
