package worker

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"stead/reach/journey"
	"stead/reach/lease"
	"stead/reach/member"
	"stead/reach/queue"
	"stead/reach/roster"
	"stead/runs"
)

// Machine does jobs. All fields but the last two must be set.
type Machine struct {
	Access
	Known *roster.Roster
	// Slots is how many jobs it works at at a time.
	Slots int
	// CLIs are those that can run here now. It must return at once.
	CLIs func() []string
	// Version is stead's.
	Version string
	// Arrivals is where parcels are taken in, Runs where stead keeps the records of runs.
	Arrivals journey.Arrivals
	Runs     runs.Folder
	// Folders are those in which a repository of a parcel may be.
	Folders func(context.Context) ([]string, error)
	// Stead has this machine's stead carry out a command line, in the user's home, and returns what it prints.
	Stead func(ctx context.Context, line []string) (string, error)
	// Failed is told of what goes wrong and is nobody else's to tell.
	Failed func(error)
	// LeaseTTL and AckWait are for how long a machine that says nothing is waited for, whole seconds; all machines have
	// the same. 0: 6 seconds.
	LeaseTTL, AckWait time.Duration

	doing *jobs
}

// silence is for how long a machine that says nothing is waited for.
const silence = 6 * time.Second

// Serve takes jobs and does them, and tells the user's other machines what this one is like, until ctx is done. Runs
// that it has begun go on then, and their jobs with them when it serves again.
func (m Machine) Serve(ctx context.Context) {
	m.doing = &jobs{at: map[string]bool{}}
	if m.LeaseTTL == 0 {
		m.LeaseTTL = silence
	}
	if m.AckWait == 0 {
		m.AckWait = silence
	}
	changed := make(chan struct{}, 1)
	o := queue.Options{
		Machine: m.Self.Peer, Slots: m.Slots, CLIs: m.CLIs, Trust: m.Known.Keyed, Claim: claimer{m.Access, begins},
		Begin: m.do, Resume: m.resume,
		Refused: seldom(m.Failed), AckWait: m.AckWait, Changed: func(int) {
			select {
			case changed <- struct{}{}:
			default: // it is told already
			}
		},
	}
	w := queue.NewWorker(m.JS, o)
	var working sync.WaitGroup
	working.Go(func() {
		if err := w.Run(ctx); ctx.Err() == nil {
			m.Failed(err)
		}
	})
	working.Go(func() {
		_ = lease.Announce(ctx, m.JS, lease.Announcement{Describe: func() lease.Machine {
			return o.Describe(m.Version, w.Busy())
		}, Changed: changed})
	})
	working.Go(func() { m.wrap(ctx) })
	working.Wait()
}

// quiet is for how long is not said again that something was refused: whoever may put messages into the queue can put
// many.
const quiet = time.Minute

// seldom passes on an error, and none that follows it soon.
func seldom(failed func(error)) func(error) {
	var access sync.Mutex
	var said time.Time
	return func(err error) {
		access.Lock()
		defer access.Unlock()
		if time.Since(said) >= quiet {
			said = time.Now()
			failed(fmt.Errorf("a message in the queue was refused: %w", err))
		}
	}
}

// look is how often the list of machines is looked at.
const look = time.Second

// wrap wraps the user's keys for each machine that joins, so that it can do what waits, and read what was.
func (m Machine) wrap(ctx context.Context) {
	var known []string
	for beat := time.NewTicker(look); ; {
		if now := keysOf(m.Known.All()); !slices.Equal(now, known) {
			if _, err := m.Keys.Rewrap(ctx, m.Known.All()); err == nil {
				known = now
			} else if ctx.Err() == nil {
				m.Failed(err)
			}
		}
		select {
		case <-ctx.Done():
			beat.Stop()
			return
		case <-beat.C:
		}
	}
}

func keysOf(all []member.Peer) (keys []string) {
	for _, p := range all {
		keys = append(keys, p.Key)
	}
	return keys
}

// resume goes on with a job that somebody has claimed: this machine, another one, or who has cancelled it.
func (m Machine) resume(ctx context.Context, job queue.Job) error {
	by, _, ok, err := m.claimant(ctx, job.ID)
	switch {
	case err != nil:
		return later(err)
	case ok && by.IsCancelled:
		return nil
	case !by.isOf(m.Self):
		return &queue.Later{For: elsewhere, Why: by.Name + " has begun it"}
	}
	return m.do(ctx, job)
}

// jobs are those at which this machine works now. The hub gives it one again that it works at when the hub has heard
// nothing of it for a while.
type jobs struct {
	access sync.Mutex
	at     map[string]bool
}

// errDoing says that this machine works at a job already.
var errDoing = errors.New("this machine works at it already")

// begin notes that the machine works at a job. It reports false where it does already.
func (j *jobs) begin(id string) bool {
	j.access.Lock()
	defer j.access.Unlock()
	if j.at[id] {
		return false
	}
	j.at[id] = true
	return true
}

// end notes that the machine does not work at a job any more.
func (j *jobs) end(id string) {
	j.access.Lock()
	defer j.access.Unlock()
	delete(j.at, id)
}

const (
	// elsewhere is for how long a job is left alone that another machine has begun: longer than that one may take to
	// look for it.
	elsewhere = 5 * time.Second
	// again is after which time a job is tried again that could not be begun.
	again = 3 * time.Second
)

func later(err error) error { return &queue.Later{For: again, Why: err.Error()} }
