package queue_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"stead/reach/queue"
)

// others has a machine leave alone, for an hour, what another one has begun. It counts how often it is offered one.
func (f *field) others(o queue.Options) (queue.Options, func() int) {
	offers := 0
	o.Resume = func(context.Context, queue.Job) error {
		f.book.note(func() { offers++ })
		return &queue.Later{For: time.Hour, Why: "another machine has begun it"}
	}
	return o, func() int { return offers }
}

// owner is the machine that has begun the job, and is there again.
func (f *field) owner() {
	o := f.options("owner")
	o.AckWait = time.Hour
	f.run(o)
}

// begunElsewhere has a machine begin a job and stop, and another one leave that job alone.
func begunElsewhere(t *testing.T) (f *field, offers func() int) {
	t.Helper()
	f = newField(t)
	o := f.options("owner")
	o.AckWait, o.Begin = time.Hour, f.book.stay(nil) // nobody is offered it before it is given back
	stop := f.run(o)
	f.put(queue.Job{ID: "7"})
	f.book.until("it has begun", func() bool { return f.book.sum().begun == 1 })
	stop()
	o, offers = f.others(f.options("other"))
	o.AckWait = time.Hour
	f.run(o)
	f.book.until("the other machine was offered it", func() bool { return offers() > 0 })
	return f, offers
}

// The other machine has just given the job back when its owner looks for it. As the hub kept the job back for as long
// as a machine waits before it looks again, machines of one rhythm repeated that for ever.
func TestOwnerIsOfferedItsJobWhileAnotherLeavesItAlone(t *testing.T) {
	t.Parallel()
	f, offers := begunElsewhere(t)
	f.owner()
	f.book.until("its owner goes on with it", func() bool { return f.book.of("7").resumed == 1 })
	f.emptied()
	if offers() != 1 {
		t.Errorf("the other machine was offered it %d times", offers())
	}
}

// The hub offers the job that was given back before those that are new.
func TestJobLeftAloneDoesNotStandInTheWay(t *testing.T) {
	t.Parallel()
	f, offers := begunElsewhere(t)
	for n := range 20 {
		f.put(queue.Job{ID: fmt.Sprint("new", n)})
	}
	f.book.until("the new ones have ended", func() bool { return f.book.sum().ended == 20 })
	f.book.note(func() {
		if offers() != 1 {
			t.Errorf("the other machine worked at it %d times", offers())
		}
	})
	f.owner()
	f.emptied()
}

// A machine that cannot begin a job, as one that joined after the job's key was made, leaves it to those that can.
func TestJobThatOneMachineCannotBeginIsBegunByAnother(t *testing.T) {
	t.Parallel()
	f := newField(t)
	o := f.options("new")
	o.Poll = time.Hour // this is also for how long it leaves a job alone that it could not claim
	refusals := 0
	o.Claim = refuses(func() { f.book.note(func() { refusals++ }) })
	f.run(o)
	f.put(queue.Job{ID: "7"})
	f.book.until("it could not claim it", func() bool { return refusals == 1 })
	f.run(f.options("desk"))
	f.book.until("the other one has done it", func() bool { return f.book.of("7").ended == 1 })
}

// refuses is a Claimer that fails.
type refuses func()

func (r refuses) Claim(context.Context, string) (bool, error) {
	r()
	return false, fmt.Errorf("this machine does not have the job's key")
}
