package tenure

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"stead/runs"
)

// Machine keeps the leases of the runs that have come to this machine. All fields must be set.
type Machine struct {
	Access
	Runs runs.Folder
	// Sent reports whether a run has come from another machine.
	Sent func(runs.Run) bool
	// Failed is told of what goes wrong. Nothing of that ends the work.
	Failed func(error)
}

// look is how often the machine's runs are looked at.
const look = time.Second

// Serve keeps a lease for each run that has come from another machine and is at work, those that are now and those that
// begin later, until ctx is done. It gives none up then: whoever serves next goes on with them.
func (m Machine) Serve(ctx context.Context) {
	s := &serving{Machine: m, own: map[string]bool{}, rest: map[string]time.Time{}, held: map[string]bool{}}
	beat := time.NewTicker(look)
	defer beat.Stop()
	defer s.holding.Wait()
	for {
		s.look(ctx)
		select {
		case <-ctx.Done():
			return
		case <-beat.C:
		}
	}
}

// serving are the runs whose leases a machine keeps.
type serving struct {
	Machine
	// own are those that began here, rest those at which nobody works, by when their records were written.
	own  map[string]bool
	rest map[string]time.Time

	holding sync.WaitGroup
	access  sync.Mutex
	held    map[string]bool // under access
}

// look begins to hold the leases of runs that have begun, and settles those of runs that have ended.
func (s *serving) look(ctx context.Context) {
	ids, err := s.Runs.IDs()
	if err != nil {
		s.Failed(err)
		return
	}
	for _, id := range ids {
		if ctx.Err() != nil {
			return
		}
		if s.own[id] || s.isHeld(id) || s.isAtRest(id) {
			continue
		}
		r, err := s.Runs.Load(id)
		switch {
		case err != nil: // it is being made, or removed
		case !s.Sent(r):
			s.own[id] = true
		case r.Busy():
			s.hold(ctx, id)
		default:
			s.settle(ctx, r)
		}
	}
}

func (s *serving) isHeld(id string) bool {
	s.access.Lock()
	defer s.access.Unlock()
	return s.held[id]
}

// isAtRest reports whether nothing has happened to a run since it was settled.
func (s *serving) isAtRest(id string) bool {
	at, ok := s.rest[id]
	return ok && at.Equal(s.written(id))
}

// written is when a run's record was written last.
func (s *serving) written(id string) time.Time {
	info, err := os.Stat(filepath.Join(s.Runs.Dir(id), s.Runs.Record))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// hold holds a run's lease in the background.
func (s *serving) hold(ctx context.Context, id string) {
	s.access.Lock()
	defer s.access.Unlock()
	s.held[id] = true
	s.holding.Go(func() {
		s.Machine.hold(ctx, id)
		s.access.Lock()
		defer s.access.Unlock()
		delete(s.held, id)
	})
}

// settle gives the lease of a run back at which nobody works any more, or notes who has taken the run over.
func (s *serving) settle(ctx context.Context, r runs.Run) {
	at := s.written(r.ID)
	if _, leased, err := s.Runs.Lease(r.ID); err == nil && leased {
		elsewhere, err := s.giveBack(ctx, r.ID)
		if err == nil && elsewhere != "" {
			err = s.note(r.ID, elsewhere)
			at = s.written(r.ID) // before the lease is forgotten: who waits for that may resume the run
		}
		if err == nil {
			err = s.Runs.ForgetLease(r.ID)
		}
		if err != nil {
			if ctx.Err() == nil {
				s.Failed(fmt.Errorf("settle the lease of run %s: %w", r.ID, err))
			}
			return
		}
	}
	s.rest[r.ID] = at
}

// giveBack gives a lease back. Elsewhere is the machine that has taken the run over, if one has.
func (s *serving) giveBack(ctx context.Context, id string) (elsewhere string, err error) {
	by, err := s.belongs(ctx, id)
	if err != nil {
		return "", err
	}
	if !s.isOwn(by) {
		return by.Name, nil
	}
	l, err := s.take(ctx, id)
	if err != nil {
		return "", err
	}
	return "", l.Release(ctx)
}

// note writes into the record of a run at which nobody works here that it goes on elsewhere.
func (s *serving) note(id, elsewhere string) error {
	r, err := s.Runs.Load(id)
	if err != nil || r.Busy() || r.Elsewhere == elsewhere {
		return err
	}
	r.Elsewhere = elsewhere
	if r.Status == runs.Interrupted {
		r.Reason = runs.LeaseReason(id, elsewhere)
	}
	return s.Runs.Save(r)
}
