package lease_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/lease"
)

// Twenty want the same, a thousand times in all. Some give it back, some are never heard of again.
func TestTwoNeverHoldItAtOnce(t *testing.T) {
	t.Parallel()
	hub := hubtest.Serve(t)
	for round := range hubtest.Rounds(t) {
		compete(t, fmt.Sprint("run.ann.", round), 50, func() jetstream.JetStream { return hub.Connect("laptop") })
	}
}

// The same at three servers, of which the one that decides is killed.
func TestTwoNeverHoldItAtOnceInACluster(t *testing.T) {
	t.Parallel()
	hubtest.Every(t, func(t *testing.T) {
		cluster := hubtest.StartCluster(t)
		l := take(t, cluster.Connect(), "laptop", 9*time.Second)
		ended := keep(t, l)
		compete(t, "run.ann.before", 10, cluster.Connect)
		cluster.KillLeader("KV_" + layout.Leases)
		for js := cluster.Connect(); ; { // until the others have a new one
			if _, err := lease.Holder(limited(t), js, key); err == nil {
				break
			}
		}
		compete(t, "run.ann.after", 10, cluster.Connect)
		if len(ended) > 0 || l.Left() == 0 {
			t.Error("a lease did not outlive its leader")
		}
	})
}

// compete has twenty machines try so often each.
func compete(t *testing.T, key string, tries int, connect func() jetstream.JetStream) {
	t.Helper()
	c := contest{t: t, key: key, tries: tries, freed: make(chan struct{})}
	ctx, stop := context.WithCancel(limited(t))
	var all, watcher sync.WaitGroup
	js := connect()
	watcher.Go(func() { _ = lease.Watch(ctx, js, key, c.tell) })
	for n := range 20 {
		js := connect()
		all.Go(func() { c.compete(js, n) })
	}
	all.Wait()
	stop()
	watcher.Wait()
	if c.won < 2 || c.most > 1 {
		t.Fatalf("%d had it, %d at once", c.won, c.most)
	}
	t.Logf("%d tries, %d had it", c.tried, c.won)
}

type contest struct {
	t                         *testing.T
	key                       string
	tries                     int
	tried, won, holders, most int64
	mu                        sync.Mutex
	freed                     chan struct{} // closed when the key is free
}

// tell wakes everybody who waits for the key.
func (c *contest) tell(_, holder string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if holder == "" {
		close(c.freed)
		c.freed = make(chan struct{})
	}
}

func (c *contest) compete(js jetstream.JetStream, n int) {
	for range c.tries {
		c.mu.Lock()
		freed := c.freed
		c.mu.Unlock()
		atomic.AddInt64(&c.tried, 1)
		l, err := lease.Take(c.t.Context(), js, c.key, strconv.Itoa(n), time.Second)
		var held *lease.Held
		switch {
		case err == nil:
			c.hold(l)
		case errors.As(err, &held):
			select {
			case <-freed:
			case <-time.After(3 * time.Second): // nobody may be left to free it
			}
		default:
			c.t.Error(err)
		}
	}
}

func (c *contest) hold(l *lease.Lease) {
	now := atomic.AddInt64(&c.holders, 1)
	if now > atomic.LoadInt64(&c.most) {
		atomic.StoreInt64(&c.most, now)
	}
	if atomic.AddInt64(&c.won, 1)%40 == 20 {
		<-time.After(l.Left()) // it crashes, and nobody keeps its lease
		atomic.AddInt64(&c.holders, -1)
		return
	}
	atomic.AddInt64(&c.holders, -1)
	if err := l.Release(c.t.Context()); err != nil {
		c.t.Error(err)
	}
}
