package lease_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/lease"
)

var builder = lease.Machine{Name: "builder", User: "ann", Labels: []string{"gpu"}, CLIs: []string{"codex"}, Slots: 2,
	Busy: 1, Version: "1.0"}

// announce tells that the machine is there, until the test ends or stop is called.
func announce(t *testing.T, js jetstream.JetStream, describe func() lease.Machine,
	changed <-chan struct{}) (stop func()) {
	ctx, cancel := context.WithCancel(t.Context())
	var done sync.WaitGroup
	done.Go(func() {
		err := lease.Announce(ctx, js, lease.Announcement{Describe: describe, Changed: changed, TTL: time.Second})
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	stop = func() { cancel(); done.Wait() }
	t.Cleanup(stop)
	return stop
}

func see(t *testing.T, js jetstream.JetStream) <-chan lease.Presence {
	told := make(chan lease.Presence, 100)
	ctx, cancel := context.WithCancel(t.Context())
	var done sync.WaitGroup
	done.Go(func() { _ = lease.WatchMachines(ctx, js, func(p lease.Presence) { told <- p }) })
	t.Cleanup(func() { cancel(); done.Wait() })
	return told
}

// until reads what is told until a machine is as wanted.
func until(t *testing.T, told <-chan lease.Presence, here bool, busy int) lease.Presence {
	t.Helper()
	for {
		select {
		case p := <-told:
			if p.Here == here && p.Busy == busy {
				return p
			}
		case <-limited(t).Done():
			t.Fatal("the machine never is as it should be")
		}
	}
}

func machines(t *testing.T, js jetstream.JetStream) []lease.Presence {
	t.Helper()
	list, err := lease.Machines(limited(t), js)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestMachineIsSeenWhileItIsThereAndAfterwards(t *testing.T) {
	t.Parallel()
	hub := hubtest.Serve(t)
	js, other := hub.Connect("builder"), hub.Connect("laptop")
	told := see(t, other)
	announce(t, js, func() lease.Machine { return builder }, nil)
	p := until(t, told, true, 1)
	if !cmp.Equal(p.Machine, builder) || time.Since(p.Seen) > time.Minute {
		t.Errorf("it is %+v", p)
	}
	js.Conn().Close() // as if its power were cut
	last := until(t, told, false, 1)
	list := machines(t, other)
	if len(list) != 1 || list[0].Here || !cmp.Equal(list[0].Machine, builder) ||
		last.Seen.Sub(list[0].Seen).Abs() > time.Minute {
		t.Errorf("afterwards it is %+v, and was %+v", list, last)
	}
}

func TestMachineThatLeavesIsAwayAtOnce(t *testing.T) {
	t.Parallel()
	hub := hubtest.Serve(t)
	js := hub.Connect("laptop")
	told := see(t, js)
	stop := announce(t, hub.Connect("builder"), func() lease.Machine { return builder }, nil)
	until(t, told, true, 1)
	stop()
	if list := machines(t, js); len(list) != 1 || list[0].Here {
		t.Errorf("it is %+v", list)
	}
}

func TestChangeOfAMachineIsToldAtOnce(t *testing.T) {
	t.Parallel()
	js := hubtest.Serve(t).Connect("builder")
	told := see(t, js)
	changed, busy := make(chan struct{}), make(chan int, 100)
	announce(t, js, func() lease.Machine {
		m := builder
		select {
		case m.Busy = <-busy:
		default:
		}
		return m
	}, changed)
	until(t, told, true, 1)
	busy <- 2
	changed <- struct{}{}
	until(t, told, true, 2)
}

func TestMachineThatTheHubHasLostIsThereAgain(t *testing.T) {
	t.Parallel()
	hub := hubtest.Serve(t)
	js := hub.Connect("laptop")
	told := see(t, js)
	announce(t, hub.Connect("builder"), func() lease.Machine { return builder }, nil)
	until(t, told, true, 1)
	hub.Restart()
	until(t, told, true, 1)
}

// What other machines write into the bucket is nothing to trust.
func TestStrangePresencesAreNotListed(t *testing.T) {
	t.Parallel()
	js := hubtest.Serve(t).Connect("laptop")
	kv, err := js.KeyValue(limited(t), layout.Leases)
	if err != nil {
		t.Fatal(err)
	}
	for key, values := range map[string][]string{
		layout.MachineLease("laptop"): {`{"name":"builder"}`, `[`, `null`,
			`{"name":"laptop","version":"` + strings.Repeat("x", 70<<10) + `"}`},
		layout.SeenKey("laptop"): {`{"name":"builder"}`},
	} {
		for _, value := range values {
			if _, err := kv.Put(limited(t), key, []byte(value)); err != nil {
				t.Fatal(err)
			}
			if list := machines(t, js); len(list) > 0 {
				t.Errorf("these are listed: %+v", list)
			}
		}
	}
}
