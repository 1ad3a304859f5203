package queue_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stead/reach/layout"
	"stead/reach/lease"
	"stead/reach/queue"
)

// announce has a machine tell that it is there, until stop is called.
func (f *field) announce(m lease.Machine) (stop func()) {
	ctx, cancel := context.WithCancel(f.t.Context())
	js := f.hub.Connect(m.Name)
	var done sync.WaitGroup
	done.Go(func() { _ = lease.Announce(ctx, js, lease.Announcement{Describe: func() lease.Machine { return m }}) })
	stop = func() { cancel(); done.Wait() }
	f.t.Cleanup(stop)
	return stop
}

// there waits until so many machines are there.
func (f *field) there(n int) {
	f.t.Helper()
	for ctx := limited(f.t); ; {
		list, err := lease.Machines(ctx, f.js)
		if err != nil {
			f.t.Fatal(err)
		}
		if len(slices.DeleteFunc(list, func(p lease.Presence) bool { return !p.Here })) == n {
			return
		}
	}
}

// reasons are why jobs wait, by id.
func (f *field) reasons() map[string]string {
	f.t.Helper()
	list, err := queue.Waiting(limited(f.t), f.phone, "ann", time.Now())
	if err != nil {
		f.t.Fatal(err)
	}
	why := map[string]string{}
	for _, w := range list {
		if time.Since(w.Since) > time.Minute {
			f.t.Errorf("%s waits since %v", w.Job.ID, w.Since)
		}
		why[w.Job.ID] = w.Why
	}
	return why
}

func TestWaitingJobsSayWhy(t *testing.T) {
	t.Parallel()
	f := newField(t)
	f.put(queue.Job{ID: "early"})
	if why := f.reasons(); why["early"] != "no machine takes jobs" {
		t.Errorf("at first it waits because %q", why["early"])
	}
	limits := lease.Machine{User: "ann", Slots: 2, CLIs: []string{"codex"}, Accounts: map[string]int{"work": 1},
		Projects: map[string]int{"narrow": 1}}
	builder, desk, tower := limits, limits, limits
	builder.Name, builder.Busy = "builder", 2
	desk.Name, desk.Labels = "desk", []string{"linux"}
	tower.Name = "tower"
	f.announce(builder)
	f.announce(desk)
	stop := f.announce(tower)
	f.there(3)
	stop()
	js := f.hub.Connect("node")
	for _, key := range []string{layout.SlotLease("ann", "account:work", "0"),
		layout.SlotLease("ann", "project:narrow", "0"), layout.RunLease("ann", "runs")} {
		if _, err := lease.Take(limited(t), js, key, "desk", time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	f.put(queue.Job{ID: "label", Labels: []string{"gpu"}})
	f.put(queue.Job{ID: "full", Machine: "builder"})
	f.put(queue.Job{ID: "away", Machine: "tower"})
	f.put(queue.Job{ID: "account", CLI: "codex", Account: "work"})
	f.put(queue.Job{ID: "project", Project: "narrow"})
	f.put(queue.Job{ID: "next"})
	f.put(queue.Job{ID: "runs"})
	why := f.reasons()
	if since, ok := strings.CutPrefix(why["away"], "tower is away since "); !ok || since == "" {
		t.Errorf("it waits because %q", why["away"])
	}
	delete(why, "away")
	if want := map[string]string{
		"early": "its turn comes on desk", "label": "no machine has gpu", "full": "builder is full: 2 of 2",
		"account": "the account work is in use: 1 of 1",
		"project": "as many jobs of narrow run as may: 1 of 1", "next": "its turn comes on desk",
	}; !maps.Equal(why, want) {
		t.Errorf("they wait because %q", why)
	}
}

func TestCancelledJobDoesNotBegin(t *testing.T) {
	t.Parallel()
	f := newField(t)
	f.put(queue.Job{ID: "7"})
	f.put(queue.Job{ID: "8"})
	if err := queue.Cancel(limited(t), f.js, "ann", "7", f.book); err != nil {
		t.Fatal(err)
	}
	if why := f.reasons(); len(why) != 1 {
		t.Errorf("these wait: %v", why)
	}
	if err := queue.Cancel(limited(t), f.js, "ann", "7", f.book); !errors.Is(err, queue.ErrNone) {
		t.Errorf("again it is %v", err)
	}
	f.run(f.options("builder"))
	f.emptied()
	if all := f.book.sum(); all.begun != 1 || f.book.jobs["7"].begun != 0 {
		t.Errorf("what has begun: %+v", all)
	}
}

func TestJobThatHasBegunIsNotCancelled(t *testing.T) {
	t.Parallel()
	f := newField(t)
	free := make(chan struct{})
	o := f.options("builder")
	o.Begin = f.book.stay(free)
	f.run(o)
	f.put(queue.Job{ID: "7"})
	f.book.until("it has begun", func() bool { return f.book.sum().begun == 1 })
	if err := queue.Cancel(limited(t), f.js, "ann", "7", f.book); !errors.Is(err, queue.ErrBegun) {
		t.Errorf("it is %v", err)
	}
	close(free)
	f.emptied()
}

// The machine has been given the job, and has not claimed it yet: then the claim decides, and the job does not begin.
func TestJobIsCancelledWhileAMachineTakesIt(t *testing.T) {
	t.Parallel()
	f := newField(t)
	given, free := make(chan struct{}), make(chan struct{})
	o := f.options("builder")
	o.Claim = waits{f.book, given, free}
	f.run(o)
	f.put(queue.Job{ID: "7"})
	<-given
	if err := queue.Cancel(limited(t), f.js, "ann", "7", f.book); err != nil {
		t.Fatal(err)
	}
	close(free)
	f.book.until("it is resumed", func() bool { return f.book.sum().resumed == 1 })
	if f.book.sum().begun != 0 {
		t.Error("it has begun")
	}
	f.emptied()
}

// waits is a claimer that waits before it claims.
type waits struct {
	*book
	given, free chan struct{}
}

func (w waits) Claim(ctx context.Context, run string) (bool, error) {
	close(w.given)
	<-w.free
	return w.book.Claim(ctx, run)
}
