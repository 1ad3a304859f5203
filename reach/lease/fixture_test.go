package lease_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/lease"
)

func TestMain(m *testing.M) {
	hubtest.Together()
	goleak.VerifyTestMain(m)
}

const key = "run.ann.7"

// limited is a test's context. It ends what hangs.
func limited(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}

func take(t *testing.T, js jetstream.JetStream, holder string, ttl time.Duration,
	options ...lease.Option) *lease.Lease {
	t.Helper()
	l, err := lease.Take(limited(t), js, key, holder, ttl, options...)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func heldBy(t *testing.T, js jetstream.JetStream) string {
	t.Helper()
	holder, err := lease.Holder(limited(t), js, key)
	if err != nil {
		t.Fatal(err)
	}
	return holder
}

// board follows who holds the leases.
type board struct {
	told chan string
}

func watch(t *testing.T, js jetstream.JetStream) board {
	ctx, cancel := context.WithCancel(t.Context())
	b := board{make(chan string, 100)}
	var done sync.WaitGroup
	done.Go(func() {
		err := lease.Watch(ctx, js, "run.*.*", func(_, holder string) { b.told <- holder })
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	t.Cleanup(func() { cancel(); done.Wait() })
	return b
}

func (b board) expect(t *testing.T, want string) {
	t.Helper()
	select {
	case got := <-b.told:
		if got != want {
			t.Fatalf("it is told that %q holds it, and not %q", got, want)
		}
	case <-limited(t).Done():
		t.Fatalf("nobody tells that %q holds it", want)
	}
}

func keep(t *testing.T, l *lease.Lease) <-chan error {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	var done sync.WaitGroup
	done.Go(func() { ended <- l.Keep(ctx) })
	t.Cleanup(func() { cancel(); done.Wait() })
	return ended
}

func wait(t *testing.T, ended <-chan error) *lease.Lost {
	t.Helper()
	select {
	case err := <-ended:
		var lost *lease.Lost
		if !errors.As(err, &lost) {
			t.Fatalf("it ends with %v", err)
		}
		return lost
	case <-limited(t).Done():
		t.Fatal("the holder is never told")
		return nil
	}
}

// renewed waits until a lease is renewed.
func renewed(t *testing.T, js jetstream.JetStream, ended <-chan error) {
	t.Helper()
	kv, err := js.KeyValue(limited(t), layout.Leases)
	if err != nil {
		t.Fatal(err)
	}
	watcher, err := kv.Watch(limited(t), key, jetstream.UpdatesOnly())
	if err != nil {
		t.Fatal(err)
	}
	defer watcher.Stop()
	select {
	case entry := <-watcher.Updates():
		if entry == nil || entry.Operation() != jetstream.KeyValuePut {
			t.Errorf("the hub has ended it: %v", entry)
		}
	case err := <-ended:
		t.Error(err)
	case <-limited(t).Done():
		t.Error("it is never renewed")
	}
}
