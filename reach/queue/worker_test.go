package queue_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/queue"
)

// Three machines of four slots work at 200 jobs. One is killed at four of them: these are resumed, and all others begin
// once.
func TestKilledMachinesJobsAreResumed(t *testing.T) {
	t.Parallel()
	hubtest.Every(t, func(t *testing.T) {
		f := newField(t)
		for n := range 200 {
			f.put(queue.Job{ID: fmt.Sprint(n), Project: fmt.Sprint("p", n%3)})
		}
		victim := f.options("victim")
		victim.Begin = f.book.stay(nil)
		js := f.hub.Connect("node")
		stop := f.runAt(js, victim)
		f.book.until("four jobs on the first machine", func() bool { return f.book.sum().begun == 4 })
		f.run(f.options("builder"))
		f.run(f.options("desk"))
		js.Conn().Close()
		stop()
		f.book.until("all jobs have ended", func() bool { return f.book.sum().ended == 200 })
		f.emptied()
		f.book.until("the others were resumed", func() bool { return f.book.sum().resumed == 4 })
		for id, e := range f.book.jobs {
			if e.begun != 1 || e.resumed > 1 || e.ended != 1 {
				t.Errorf("%s: %+v", id, *e)
			}
		}
	})
}

// A machine that is stopped gives its jobs back at once, and does not wait for the end of their time.
func TestStoppedMachinesJobsAreResumedAtOnce(t *testing.T) {
	t.Parallel()
	f := newField(t)
	o := f.options("builder")
	o.AckWait, o.Begin = time.Hour, f.book.stay(nil)
	stop := f.run(o)
	f.put(queue.Job{ID: "7"})
	f.book.until("it has begun", func() bool { return f.book.sum().begun == 1 })
	stop()
	next := f.options("desk")
	next.AckWait = time.Hour
	f.run(next)
	f.book.until("it is resumed", func() bool { return f.book.sum().resumed == 1 })
	f.emptied()
}

// Ten jobs of a project stand behind another's two hundred.
func TestProjectsTakeTurns(t *testing.T) {
	t.Parallel()
	f := newField(t)
	for n := range 200 {
		f.put(queue.Job{ID: fmt.Sprint("large", n), Project: "large", Labels: []string{"a"}[:n%2]})
	}
	for n := range 10 {
		f.put(queue.Job{ID: fmt.Sprint("small", n), Project: "small"})
	}
	o := f.options("builder")
	o.Slots, o.Machine.Labels = 1, []string{"a"} // two kinds of jobs have no more turns than one
	f.run(o)
	f.book.until("all have begun", func() bool { return len(f.book.order) == 210 })
	if begun := strings.Join(f.book.order[:20], " "); strings.Count(begun, "small") != 10 {
		t.Errorf("they began in this order: %s", begun)
	}
}

// busy counts how many jobs of each account and project run at a time. Jobs of the project "free", which has no limit,
// do not end before two of them have run at a time.
func (b *book) busy(ctx context.Context, job queue.Job) error {
	names := []string{job.Account, job.Project}
	b.note(func() {
		b.of(job.ID).begun++
		for _, name := range names {
			b.running[name]++
			b.most[name] = max(b.most[name], b.running[name])
		}
		if b.most["free"] > 1 {
			b.once.Do(func() { close(b.two) })
		}
	})
	if job.Project == "free" {
		select {
		case <-b.two:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	<-time.After(2 * time.Millisecond) // so that others have the time to be wrong
	b.note(func() {
		b.of(job.ID).ended++
		for _, name := range names {
			b.running[name]--
		}
	})
	return nil
}

func TestLimitsHoldOnAllMachinesTogether(t *testing.T) {
	t.Parallel()
	f := newField(t)
	f.book.running, f.book.most, f.book.two = map[string]int{}, map[string]int{}, make(chan struct{})
	for n := range 30 {
		f.put(queue.Job{ID: fmt.Sprint("a", n), Project: "wide", CLI: "codex", Account: "work"})
		f.put(queue.Job{ID: fmt.Sprint("b", n), Project: "narrow"})
		f.put(queue.Job{ID: fmt.Sprint("c", n), Project: "free"})
	}
	for _, name := range []string{"builder", "desk", "tower"} {
		o := f.options(name)
		o.Begin = f.book.busy
		o.Limits = queue.Limits{Accounts: map[string]int{"work": 2}, Projects: map[string]int{"narrow": 1}}
		f.run(o)
	}
	f.book.until("all have ended", func() bool { return f.book.sum().ended == 90 })
	f.emptied()
	most := f.book.most
	if most["work"] > 2 || most["narrow"] > 1 {
		t.Errorf("so many ran at a time: %v", most)
	}
}

// What keeps one account's jobs waiting keeps no other's.
func TestJobsBehindALimitDoNotStandInTheWay(t *testing.T) {
	t.Parallel()
	f := newField(t)
	free := make(chan struct{})
	for n := range 20 {
		f.put(queue.Job{ID: fmt.Sprint("a", n), Account: "work"})
	}
	f.put(queue.Job{ID: "b", Account: "home"})
	o := f.options("builder")
	o.Limits = queue.Limits{Accounts: map[string]int{"work": 1}}
	o.Begin = f.book.stay(free)
	f.run(o)
	f.book.until("one of each has begun", func() bool { return f.book.of("b").begun == 1 && f.book.sum().begun == 2 })
	close(free)
	f.book.until("all have ended", func() bool { return f.book.sum().ended == 21 })
}

// A job that lasts longer than the time after which it would be given to another machine stays where it is. How long
// that is another job shows, whose machine is gone.
func TestLongJobStays(t *testing.T) {
	t.Parallel()
	f := newField(t)
	free := make(chan struct{})
	o := f.options("builder")
	o.Slots, o.AckWait, o.Begin = 1, 3*time.Second, f.book.stay(free)
	f.run(o)
	f.put(queue.Job{ID: "7"})
	f.book.until("it has begun", func() bool { return f.book.of("7").begun == 1 })
	js := f.hub.Connect("node")
	stop := f.runAt(js, o)
	f.put(queue.Job{ID: "8"})
	f.book.until("the other one has begun", func() bool { return f.book.of("8").begun == 1 })
	js.Conn().Close()
	stop()
	thief := f.options("desk")
	thief.AckWait = o.AckWait
	f.run(thief)
	f.book.until("the other one is resumed", func() bool { return f.book.of("8").resumed == 1 })
	close(free)
	f.emptied()
	if e := f.book.of("7"); e.resumed != 0 || e.ended != 1 {
		t.Errorf("it is %+v", *e)
	}
}

// A job that lasts longer than the slots of its account do keeps its slot.
func TestLongJobKeepsItsSlot(t *testing.T) {
	t.Parallel()
	f := newField(t)
	free := make(chan struct{})
	o := f.options("builder")
	o.SlotTTL, o.Limits = 6*time.Second, queue.Limits{Accounts: map[string]int{"work": 1}}
	o.Begin = f.book.stay(free)
	f.run(o)
	f.put(queue.Job{ID: "7", Account: "work"})
	f.put(queue.Job{ID: "8", Account: "work"})
	f.book.until("one has begun", func() bool { return f.book.sum().begun == 1 })
	kv, err := f.js.KeyValue(limited(t), layout.Leases)
	must(t, err)
	slot, err := kv.Watch(limited(t), layout.SlotLease("ann", "account:work", "0"), jetstream.IgnoreDeletes())
	must(t, err)
	taken := (<-slot.Updates()).Value()
	<-slot.Updates() // nil: what follows is news
	if renewed := (<-slot.Updates()).Value(); !bytes.Equal(renewed, taken) {
		t.Errorf("the slot was %s, and is %s", taken, renewed)
	}
	close(free)
	f.book.until("both have ended", func() bool { return f.book.sum().ended == 2 })
}

func TestJobThatCannotRunNowComesBack(t *testing.T) {
	t.Parallel()
	f := newField(t)
	o := f.options("builder")
	o.Begin = func(_ context.Context, job queue.Job) error {
		f.book.note(func() { f.book.of(job.ID).begun++ })
		return &queue.Later{For: time.Millisecond, Why: "the disk is full"}
	}
	f.run(o)
	f.put(queue.Job{ID: "7"})
	f.book.until("it is resumed", func() bool { return f.book.sum().begun == 1 && f.book.sum().resumed == 1 })
	f.emptied()
}

// A machine takes only what it has everything for; a CLI may be installed meanwhile.
func TestMachineTakesWhatItCanDo(t *testing.T) {
	t.Parallel()
	f := newField(t)
	installed := make(chan struct{})
	o := f.options("builder")
	o.Machine.Labels = []string{"gpu", "linux"}
	o.CLIs = func() []string {
		select {
		case <-installed:
			return []string{"codex", "kimi"}
		default:
			return []string{"codex"}
		}
	}
	f.run(o)
	f.put(queue.Job{ID: "no1", Labels: []string{"arm"}})
	f.put(queue.Job{ID: "no2", Machine: "desk"})
	f.put(queue.Job{ID: "later", CLI: "kimi"})
	f.put(queue.Job{ID: "yes1", Machine: "builder", Labels: []string{"gpu"}})
	f.put(queue.Job{ID: "yes2", Labels: []string{"linux", "gpu"}, CLI: "codex"})
	f.put(queue.Job{ID: "yes3"})
	f.book.until("three have begun", func() bool { return f.book.sum().begun == 3 })
	if f.book.jobs["later"] != nil {
		t.Error("it runs without its CLI")
	}
	close(installed)
	f.book.until("a fourth has begun", func() bool { return f.book.sum().begun == 4 })
	for _, id := range []string{"no1", "no2"} {
		if f.book.jobs[id] != nil {
			t.Errorf("%s has begun", id)
		}
	}
}

// The hub comes back as it was before it had the consumer of these jobs, or a job that is done.
func TestForgottenConsumerIsMadeAgain(t *testing.T) {
	t.Parallel()
	hubtest.Every(t, makesItsConsumerAgain)
}

func makesItsConsumerAgain(t *testing.T) {
	f := newField(t)
	old := filepath.Join(t.TempDir(), "old")
	f.hub.Restart(hubtest.Backup(old))
	f.run(f.options("builder"))
	f.put(queue.Job{ID: "before"})
	f.emptied()
	f.hub.Restart(hubtest.Restore(old))
	f.put(queue.Job{ID: "after"})
	f.book.until("both have ended", func() bool { return f.book.sum().ended == 2 })
}

func TestJobsOutliveTheHub(t *testing.T) {
	t.Parallel()
	hubtest.Every(t, outlivesTheHub)
}

func outlivesTheHub(t *testing.T) {
	f := newField(t)
	f.put(queue.Job{ID: "before"})
	f.hub.Restart()
	f.run(f.options("builder"))
	f.book.until("the first has ended", func() bool { return f.book.of("before").ended > 0 })
	f.hub.Restart()
	f.put(queue.Job{ID: "after"})
	f.book.until("the second has ended", func() bool { return f.book.of("after").ended > 0 })
	f.emptied()
}

// The hub ends after it has noted that a job is done, and before it has removed it.
func TestJobThatTheHubTakesForDoneIsOver(t *testing.T) {
	t.Parallel()
	f := newField(t)
	free := make(chan struct{})
	o := f.options("builder")
	o.Begin = f.book.stay(free)
	f.run(o)
	f.put(queue.Job{ID: "7"})
	f.book.until("it has begun", func() bool { return f.book.sum().begun == 1 })
	jobs, old := filepath.Join("store", "jetstream", "$G", "streams", layout.Queue, "msgs"), filepath.Join(t.TempDir(),
		"old")
	f.hub.Restart(hubtest.Backup(old))
	close(free)
	f.emptied()
	f.hub.Restart(func(s *hubtest.Server) {
		must(t, os.RemoveAll(filepath.Join(s.Folder(), jobs)))
		must(t, os.CopyFS(filepath.Join(s.Folder(), jobs), os.DirFS(filepath.Join(old, jobs))))
	})
	f.emptied()
	f.book.until("it was resumed", func() bool { return f.book.sum().resumed > 0 })
}
