package replica

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"stead/runs"
)

// look is how often the machine's runs are looked at.
const look = time.Second

// Serve publishes the runs of the machine as they go on, those that are at work now and those that begin later, until
// ctx is done. When the hub was away, all runs are brought together with it. Failed is told of what goes wrong
// meanwhile; nothing of that ends it. It returns when all that could be published was.
func (m Machine) Serve(ctx context.Context, failed func(error)) {
	s := &serving{Machine: m, failed: failed, at: map[string]context.CancelFunc{}, done: map[string]time.Time{},
		owed: map[string]bool{}, told: map[string]time.Time{}, foreign: map[string]bool{}}
	back := m.Conn.StatusChanged(nats.CONNECTED)
	defer m.Conn.RemoveStatusListener(back)
	defer s.working.Wait()
	defer s.guard(ctx)()
	var next time.Time // when all runs are brought together once more, as that has failed
	wait := look
	together := func() {
		next = time.Time{}
		if s.reconcile(ctx) {
			wait = look
			return
		}
		next = time.Now().Add(wait)
		wait = min(2*wait, quiet)
	}
	s.look(ctx) // first of all: what has ended by now stays here
	together()
	for beat := time.NewTicker(look); ; {
		s.look(ctx)
		s.remove(ctx)
		s.heal(ctx)
		if !next.IsZero() && time.Now().After(next) {
			together()
		}
		select {
		case <-ctx.Done():
			beat.Stop()
			return
		case <-back:
			together()
		case <-beat.C:
		}
	}
}

// serving are the runs that a machine publishes now.
type serving struct {
	Machine
	failed  func(error)
	working sync.WaitGroup
	// before has the runs that had ended when this began, by when each was resumed last. Their times say nothing: the
	// clock may have been set since, and what was fetched has the times of another machine.
	before map[string]time.Time

	access sync.Mutex
	// at ends the publishing of each run that is at work. Done has those that were published to their end, or stay here,
	// by when their records were written.
	at   map[string]context.CancelFunc
	done map[string]time.Time
	// Owed has those that have ended, and of which the hub may lack the end.
	owed map[string]bool
	// Foreign has those of whose subjects somebody has published something that no publisher here has.
	foreign map[string]bool
	// Told is when was said last what goes wrong with a run, or with all of them together.
	told map[string]time.Time
}

// quiet is for how long is not said again that something goes wrong with a run: it is tried much more often.
const quiet = time.Minute

func (s *serving) tell(run string, err error) {
	s.access.Lock()
	defer s.access.Unlock()
	if time.Since(s.told[run]) < quiet {
		return
	}
	s.told[run] = time.Now()
	s.failed(err)
}

// reconcile reports whether the hub has all that it should.
func (s *serving) reconcile(ctx context.Context) bool {
	err := s.Reconcile(ctx, func(run string) bool {
		s.access.Lock()
		defer s.access.Unlock()
		return s.at[run] != nil
	})
	if err != nil && ctx.Err() == nil {
		s.tell("", err)
	}
	return err == nil
}

// remove removes runs from the hub that were removed here. A publisher that has not seen its run end is ended first.
// While the hub is away they wait.
func (s *serving) remove(ctx context.Context) {
	if !s.Conn.IsConnected() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	err := s.Remove(ctx, func(run string) bool {
		s.access.Lock()
		defer s.access.Unlock()
		stop := s.at[run]
		if stop != nil {
			stop()
		}
		return stop != nil
	})
	if err != nil && ctx.Err() == nil {
		s.tell("", err)
	}
}

// look begins to publish runs that have begun, and ends that of runs that have ended.
func (s *serving) look(ctx context.Context) {
	ids, err := s.Folder.IDs()
	if err != nil {
		s.failed(err)
		return
	}
	isFirst := s.before == nil
	if isFirst {
		s.before = map[string]time.Time{}
	}
	for i, id := range ids {
		if s.isDone(id, i < mayResume) {
			continue
		}
		r, err := s.Folder.Load(id)
		if err != nil {
			continue // it is being made, or removed
		}
		if isFirst && !r.Alive() {
			s.before[id] = r.Resumed
		}
		s.attend(ctx, r)
	}
}

// stays reports whether a run that has ended stays here: it had ended before this machine offered its runs, and was not
// resumed since, or it is a copy that was fetched, and nobody has supervised it here.
func (s *serving) stays(r runs.Run) bool {
	resumed, isOld := s.before[r.ID]
	return isOld && r.Resumed.Equal(resumed) || r.Supervisor == runs.Process{}
}

// mayResume is how many of the newest runs are looked at again once they were published: they may be resumed.
const mayResume = 200

func (s *serving) isDone(id string, mayResume bool) bool {
	s.access.Lock()
	defer s.access.Unlock()
	at, isDone := s.done[id]
	return isDone && (!mayResume || at.Equal(s.written(id)))
}

// written is when a run's record was written last.
func (s *serving) written(id string) time.Time {
	info, err := os.Stat(filepath.Join(s.Folder.Dir(id), s.Folder.Record))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// attend publishes a run. One that has ended before this machine offered its runs stays here.
func (s *serving) attend(ctx context.Context, r runs.Run) {
	s.access.Lock()
	defer s.access.Unlock()
	stop, isAtWork := s.at[r.ID]
	switch {
	case isAtWork && !r.Alive():
		stop()
	case isAtWork:
	case !r.Alive() && !s.owed[r.ID] && s.stays(r):
		s.done[r.ID] = s.written(r.ID)
	default:
		within, stop := context.WithCancel(ctx)
		s.at[r.ID] = stop
		s.working.Go(func() {
			err := s.publish(within, r)
			if err != nil && ctx.Err() == nil {
				s.tell(r.ID, fmt.Errorf("publish run %s: %w", r.ID, err))
			}
			s.access.Lock()
			defer s.access.Unlock()
			delete(s.at, r.ID)
			s.owed[r.ID] = err != nil && !errors.Is(err, nats.ErrConnectionClosed)
			if !s.owed[r.ID] {
				delete(s.owed, r.ID)
				s.done[r.ID] = s.written(r.ID)
			}
		})
	}
}

// publish publishes a run until its context ends, and then to its end.
func (s *serving) publish(ctx context.Context, r runs.Run) error {
	p := New(Options{
		Conn: s.Conn, Keys: s.Keys, Self: s.Self, Run: r.ID, Journal: s.Folder.Journal(r.ID),
		Alive: func() bool {
			now, err := s.Folder.Load(r.ID)
			return err == nil && now.Alive()
		},
		Branched: func(path string) {
			if s.Branched != nil {
				s.Branched(r.ID, path)
			}
		},
		Failed: func(err error) { s.tell(r.ID, fmt.Errorf("publish run %s: %w; it is tried again", r.ID, err)) },
	})
	if err := p.Begin(ctx); err != nil {
		return err
	}
	if !r.Alive() {
		return p.Sync(ctx)
	}
	return p.Run(ctx)
}
