package worker

import (
	"context"
	"sync"
	"time"

	"stead/reach/lease"
)

// hold keeps the job's lease until the function that is returned is called: by that the others see that it is at work.
// The error is a *queue.Later.
func (m Machine) hold(ctx context.Context, key string) (release func(), err error) {
	l, err := lease.Take(ctx, m.JS, key, m.Self.Name, m.LeaseTTL)
	if err != nil {
		return nil, later(err)
	}
	within, stop := context.WithCancel(ctx)
	var keeping sync.WaitGroup
	keeping.Go(func() { m.keep(within, l, key) })
	return func() {
		stop()
		keeping.Wait()
	}, nil
}

// keep keeps a lease, and takes it again when the hub was away for long. Who may work at a job is decided by its claim.
func (m Machine) keep(ctx context.Context, l *lease.Lease, key string) {
	for err := error(nil); ctx.Err() == nil; {
		if err == nil {
			_ = l.Keep(ctx)
		}
		if ctx.Err() != nil {
			break
		}
		var taken *lease.Lease
		if taken, err = lease.Take(ctx, m.JS, key, m.Self.Name, m.LeaseTTL); err == nil {
			l = taken
			continue
		}
		select {
		case <-ctx.Done():
		case <-time.After(look):
		}
	}
	leaving, cancel := context.WithTimeout(context.WithoutCancel(ctx), look)
	defer cancel()
	_ = l.Release(leaving) // unheard, it ends by itself
}
