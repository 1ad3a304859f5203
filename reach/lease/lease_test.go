package lease_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/lease"
)

func TestSecondHolderIsRefused(t *testing.T) {
	t.Parallel()
	js := hubtest.Serve(t).Connect("laptop")
	take(t, js, "laptop", 15*time.Second)
	_, err := lease.Take(limited(t), js, key, "builder", 15*time.Second)
	var held *lease.Held
	if !errors.As(err, &held) || held.Holder != "laptop" {
		t.Errorf("it is %v", err)
	}
	if got := heldBy(t, js); got != "laptop" {
		t.Errorf("%q holds it", got)
	}
}

func TestLeaseLastsWholeSeconds(t *testing.T) {
	for _, ttl := range []time.Duration{0, 100 * time.Millisecond, 1500 * time.Millisecond, -time.Second} {
		if _, err := lease.Take(t.Context(), nil, key, "laptop", ttl); err == nil {
			t.Errorf("%v passes", ttl)
		}
	}
}

// A lease that is kept outlasts its time; one that is not ends, although it was renewed: a renewal carries the time on.
func TestRenewedLeaseStillEnds(t *testing.T) {
	t.Parallel()
	js := hubtest.Serve(t).Connect("laptop")
	b := watch(t, js)
	l := take(t, js, "laptop", 2*time.Second)
	b.expect(t, "laptop")
	ctx, stop := context.WithTimeout(t.Context(), 3*time.Second)
	defer stop()
	if err := l.Keep(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("it ends with %v", err)
	}
	if len(b.told) > 0 || l.Left() == 0 {
		t.Fatal("a lease that is kept has ended")
	}
	b.expect(t, "")
	if l.Left() > 0 {
		t.Error("the hub has ended the lease, and its holder counts on it")
	}
}

// The machines' clocks are ten minutes apart, and neither is right.
func TestClocksMayBeOff(t *testing.T) {
	t.Parallel()
	hub := hubtest.Serve(t)
	early, late := off{-10 * time.Minute}, off{10 * time.Minute}
	first := take(t, hub.Connect("laptop"), "laptop", 2*time.Second, lease.By(early))
	ended := keep(t, first)
	js := hub.Connect("laptop")
	for start := time.Now(); time.Since(start) < 2500*time.Millisecond; {
		if _, err := lease.Take(limited(t), js, key, "builder", 2*time.Second, lease.By(late)); err == nil {
			t.Fatal("two hold it")
		}
	}
	if len(ended) > 0 || first.Left() == 0 || first.Left() > 2*time.Second {
		t.Errorf("%v is left", first.Left())
	}
	if err := first.Release(limited(t)); err != nil {
		t.Fatal(err)
	}
	second := take(t, js, "builder", 2*time.Second, lease.By(late))
	if second.Left() == 0 || second.Left() > 2*time.Second {
		t.Errorf("%v is left", second.Left())
	}
}

// The hub's clock is set ahead, so that the hub ends leases early. A holder puts its lease back, or learns who has it,
// at its next renewal.
func TestHubsClockMayBeSet(t *testing.T) {
	t.Parallel()
	hub := hubtest.Serve(t)
	js := hub.Connect("laptop")
	expire := func() {
		t.Helper()
		m := nats.NewMsg("$KV." + layout.Leases + "." + key)
		m.Header.Set("Nats-Marker-Reason", "MaxAge") // as a server marks what it ends
		if _, err := js.PublishMsg(limited(t), m); err != nil {
			t.Fatal(err)
		}
	}
	b := watch(t, js)
	l := take(t, js, "laptop", 6*time.Second)
	b.expect(t, "laptop")
	ended := keep(t, l)
	expire()
	b.expect(t, "")
	b.expect(t, "laptop")
	for held := (*lease.Held)(nil); ; { // until the builder comes before a renewal
		expire()
		_, err := lease.Take(limited(t), js, key, "builder", time.Hour)
		if err == nil {
			break
		}
		if !errors.As(err, &held) {
			t.Fatal(err)
		}
	}
	if lost := wait(t, ended); lost.Holder != "builder" || l.Left() > 0 {
		t.Errorf("it is %v, with %v left", lost, l.Left())
	}
}

func TestReleasedLeaseIsFreeAtOnce(t *testing.T) {
	t.Parallel()
	js := hubtest.Serve(t).Connect("laptop")
	b := watch(t, js)
	for range 3 {
		l := take(t, js, "laptop", time.Hour)
		b.expect(t, "laptop")
		if err := l.Release(limited(t)); err != nil {
			t.Fatal(err)
		}
		b.expect(t, "")
	}
}

func TestStaleHolderReleasesNothing(t *testing.T) {
	t.Parallel()
	js := hubtest.Serve(t).Connect("laptop")
	b := watch(t, js)
	stale := take(t, js, "laptop", time.Second)
	b.expect(t, "laptop")
	b.expect(t, "")
	take(t, js, "laptop", time.Hour) // of the same name: the name is not what counts
	b.expect(t, "laptop")
	if err := stale.Release(limited(t)); err != nil {
		t.Fatal(err)
	}
	if lost := wait(t, keep(t, stale)); lost == nil {
		t.Error("it goes on")
	}
	if got := heldBy(t, js); got != "laptop" {
		t.Errorf("%q holds it", got)
	}
}

func TestLeaseThatIsTakenAwayIsLost(t *testing.T) {
	t.Parallel()
	js := hubtest.Serve(t).Connect("laptop")
	ended := keep(t, take(t, js, "laptop", 3*time.Second))
	kv, err := js.KeyValue(limited(t), layout.Leases)
	if err != nil {
		t.Fatal(err)
	}
	if err := kv.Delete(limited(t), key); err != nil {
		t.Fatal(err)
	}
	if lost := wait(t, ended); lost.Cause == nil {
		t.Errorf("it is %v", lost)
	}
}

// off is a clock that is off.
type off struct{ by time.Duration }

var begin = time.Now()

func (o off) Now() time.Duration { return time.Since(begin) + o.by }

func (o off) After(d time.Duration) (<-chan time.Time, func() bool) {
	timer := time.NewTimer(d)
	return timer.C, timer.Stop
}
