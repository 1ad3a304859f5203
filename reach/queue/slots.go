package queue

import (
	"context"
	"strconv"
	"sync"
	"time"

	"stead/reach/layout"
	"stead/reach/lease"
)

// What has limits, and how the slots of one are called.
const (
	accounts = "account"
	projects = "project"
)

func slot(of, name string) string { return of + ":" + name }

// slots are leases that a job needs, of its account and its project.
type slots struct {
	held []*lease.Lease
	stop context.CancelFunc
	kept sync.WaitGroup
}

// goodbye is for how long a worker tries to give a slot back.
const goodbye = 2 * time.Second

// reserve takes the slots that a job of a kind needs. Ok is false where one has no slot left, or the hub does not
// answer.
func (w *Worker) reserve(ctx context.Context, k kind) (s *slots, ok bool) {
	keep, stop := context.WithCancel(context.WithoutCancel(ctx))
	s = &slots{stop: stop}
	for _, need := range []struct {
		of, name string
		limits   map[string]int
	}{{accounts, k.account, w.options.Limits.Accounts}, {projects, k.project, w.options.Limits.Projects}} {
		limit, limited := need.limits[need.name]
		if !limited || need.name == "" {
			continue
		}
		one := w.slot(ctx, slot(need.of, need.name), limit)
		if one == nil {
			s.release(ctx)
			return nil, false
		}
		s.held = append(s.held, one)
		// A slot that is lost is not taken again: a run that outlives a long absence of the hub is not stopped for its
		// account's sake.
		s.kept.Go(func() { _ = one.Keep(keep) })
	}
	return s, true
}

// slot takes one of so many slots. It is nil where all are taken.
func (w *Worker) slot(ctx context.Context, of string, limit int) *lease.Lease {
	for i := range limit {
		l, err := lease.Take(ctx, w.js, layout.SlotLease(w.options.Machine.User, of, strconv.Itoa(i)),
			w.options.Machine.Name, w.options.SlotTTL)
		if err == nil {
			return l
		}
	}
	return nil
}

// release gives the slots back, also when the context has ended.
func (s *slots) release(ctx context.Context) {
	s.stop()
	s.kept.Wait()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbye)
	defer cancel()
	for _, one := range s.held {
		_ = one.Release(ctx) // unheard, it ends by itself
	}
}
