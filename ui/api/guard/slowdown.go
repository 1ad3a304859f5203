package guard

import (
	"context"
	"errors"
	"sync"
	"time"
)

// ErrTooMany is the error of a wrong secret when many others wait for their answers.
var ErrTooMany = errors.New("too many wrong secrets: wait a minute")

// How long the first wrong secret waits for its answer, the next ones at most, how many wait at once, and after what
// time all is forgotten.
const (
	firstWait   = 100 * time.Millisecond
	longestWait = 5 * time.Second
	mostWaiting = 16
	forgiven    = time.Minute
)

// slowdown has wrong secrets wait for their answers: one after the other, each longer than the one before. Right ones
// never wait, so nobody can keep the user out.
type slowdown struct {
	now     func() time.Time
	access  sync.Mutex
	wait    time.Duration
	waiting int
	// free is when the last one that waits has its answer.
	free time.Time
}

// miss waits for a wrong secret. Errors: ErrTooMany, that of ctx.
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

// queue returns how long to wait.
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
