package lease

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"stead/reach/hubtest"
)

// frozen is a clock that moves when the test says so.
type frozen struct {
	mu     sync.Mutex
	now    time.Duration
	timers map[chan time.Time]time.Duration
}

func (f *frozen) Now() time.Duration {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.now
}

func (f *frozen) After(d time.Duration) (<-chan time.Time, func() bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	fired := make(chan time.Time, 1)
	f.timers[fired] = f.now + d
	return fired, func() bool {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.timers, fired)
		return true
	}
}

func (f *frozen) pass(d time.Duration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.now += d
	for fired, at := range f.timers {
		if at <= f.now {
			delete(f.timers, fired)
			fired <- time.Time{}
		}
	}
}

// An owner that was stopped past its lease, or whose lid was closed, learns of it from its own clock, before it says
// anything to the hub.
func TestPausedHolderKnowsThatItsLeaseHasEnded(t *testing.T) {
	t.Parallel()
	js := hubtest.Serve(t).Connect("laptop")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	clock := &frozen{timers: map[chan time.Time]time.Duration{}}
	l, err := Take(ctx, js, "run.ann.7", "laptop", 15*time.Second, By(clock))
	if err != nil {
		t.Fatal(err)
	}
	if l.Left() != 12*time.Second {
		t.Errorf("%v is left", l.Left())
	}
	ended := make(chan error)
	go func() { ended <- l.Keep(ctx) }()
	clock.pass(12 * time.Second)
	if l.Left() > 0 {
		t.Error("it still counts on the lease")
	}
	var lost *Lost
	if err := <-ended; !errors.As(err, &lost) {
		t.Errorf("it ends with %v", err)
	}
	if last, err := l.bucket.last(ctx, "run.ann.7"); err != nil || last.Sequence != l.sequence {
		t.Errorf("it was renewed all the same: %v, %v", last.Sequence, err)
	}
}

// A renewal has reached the hub, but its answer was lost.
func TestRenewalWhoseAnswerWasLostIsTheHolders(t *testing.T) {
	t.Parallel()
	js := hubtest.Serve(t).Connect("laptop")
	l, err := Take(t.Context(), js, "run.ann.7", "laptop", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	known := l.sequence
	if err := l.put(t.Context()); err != nil {
		t.Fatal(err)
	}
	l.sequence = known
	if err := l.put(t.Context()); err != nil {
		t.Errorf("it takes itself for another: %v", err)
	}
	l.sequence = known
	if err := l.Release(t.Context()); err != nil {
		t.Error(err)
	}
	if holder, err := Holder(t.Context(), js, "run.ann.7"); err != nil || holder != "" {
		t.Errorf("%q holds it, %v", holder, err)
	}
}
