package queue

import (
	"context"
	"fmt"
	"time"

	"stead/reach/lease"
	"stead/reach/member"
)

// Claimer says who begins a run. One of all who claim a run is the first, whatever happens to them and to the hub. Who
// does not hear the answer and asks again must hear the same.
type Claimer interface {
	Claim(ctx context.Context, run string) (first bool, err error)
}

// Limits are how many jobs may run at a time on all machines, by the account they use and by their project. What has no
// number has no limit.
type Limits struct {
	Accounts map[string]int
	Projects map[string]int
}

// Options say what a worker does.
type Options struct {
	// Machine is this one. Its labels and name decide which jobs it takes.
	Machine member.Peer
	// Slots is how many jobs it works at at a time.
	Slots int
	// CLIs are those that are installed and logged in now.
	CLIs func() []string
	// Limits should be the same on all machines: each keeps to its own.
	Limits Limits
	// Trust finds the machine that a job comes from.
	Trust Trust
	// Claim decides whether a job begins or is resumed.
	Claim Claimer
	// Begin does a job to its end. An error is the run's own affair, and the job is over; but a *Later has it wait again.
	// When the context ends, the job goes back to the queue, to be resumed.
	Begin func(ctx context.Context, job Job) error
	// Resume goes on with a job that somebody has begun, or was about to: the run may have nothing but its claim. It is
	// another's as long as its lease is held, and may have ended, or been cancelled before it began. Otherwise it is like
	// Begin.
	Resume func(ctx context.Context, job Job) error
	// Refused is told of messages that are no job for this machine, and are thrown away. Nil: nobody is.
	Refused func(error)
	// Changed is told how many jobs the worker works at, after each change. It must return at once. Nil: nobody is.
	Changed func(busy int)
	// AckWait is after which time without a sign of life a job goes to another machine; all machines have the same. 0: 30
	// seconds.
	AckWait time.Duration
	// Poll is how often the worker looks for what nobody has told it, at random times. 0: 2 seconds.
	Poll time.Duration
	// SlotTTL is for how long a slot of an account or project stays taken after its machine is gone, whole seconds. 0: 15
	// seconds.
	SlotTTL time.Duration
}

// Later says that a machine cannot work at a job now.
type Later struct {
	// For is how long this machine leaves the job alone. The others are offered it at once.
	For time.Duration
	// Why is for people.
	Why string
}

func (e *Later) Error() string { return fmt.Sprintf("not now: %s", e.Why) }

func (o Options) filled() Options {
	for _, d := range []struct {
		value    *time.Duration
		standard time.Duration
	}{{&o.AckWait, 30 * time.Second}, {&o.Poll, 2 * time.Second}, {&o.SlotTTL, 15 * time.Second}} {
		if *d.value == 0 {
			*d.value = d.standard
		}
	}
	if o.Refused == nil {
		o.Refused = func(error) {}
	}
	if o.Changed == nil {
		o.Changed = func(int) {}
	}
	return o
}

// offers are what jobs may need that this machine has.
func (o Options) offers() map[string]bool {
	offers := map[string]bool{ofMachine + escape(o.Machine.Name): true}
	for _, label := range o.Machine.Labels {
		offers[label] = true
	}
	for _, cli := range o.CLIs() {
		offers[ofCLI+escape(cli)] = true
	}
	return offers
}

// Describe fills in what a machine says of itself as far as the queue knows it.
func (o Options) Describe(version string, busy int) lease.Machine {
	return lease.Machine{
		Name: o.Machine.Name, User: o.Machine.User, Labels: o.Machine.Labels, CLIs: o.CLIs(), Slots: o.Slots, Busy: busy,
		Accounts: o.Limits.Accounts, Projects: o.Limits.Projects, Version: version,
	}
}
