package tenure

import (
	"context"
	"errors"
	"fmt"
	"time"

	"stead/reach/lease"
	"stead/runs"
)

const (
	// glance is how often it is seen to it that the run's supervisor knows the end of the lease.
	glance = 250 * time.Millisecond
	// farewell is for how long it is tried to give a lease back.
	farewell = 5 * time.Second
)

// hold keeps a run's lease, and takes it again when the hub was away for long, until the run has ended here, or belongs
// to another machine, or ctx is done.
func (m Machine) hold(ctx context.Context, id string) {
	beat := time.NewTicker(look)
	defer beat.Stop()
	for told := false; ctx.Err() == nil && m.isAlive(id); {
		isOver, err := m.holdOnce(ctx, id)
		if isOver {
			return
		}
		if err != nil && ctx.Err() == nil && !told {
			m.Failed(fmt.Errorf("keep the lease of run %s: %w", id, err))
			told = true
		}
		select {
		case <-ctx.Done():
		case <-beat.C:
		}
	}
}

func (m Machine) isAlive(id string) bool {
	r, err := m.Runs.Load(id)
	return err == nil && r.Busy() // a CLI whose supervisor was killed works, too
}

// holdOnce takes a run's lease and keeps it while that goes well. The claim is looked at when the lease is there:
// whoever takes the run over changes it first.
func (m Machine) holdOnce(ctx context.Context, id string) (isOver bool, err error) {
	l, err := m.take(ctx, id)
	if held := (*lease.Held)(nil); err != nil && !errors.As(err, &held) {
		return false, err
	}
	by, failed := m.belongs(ctx, id)
	switch {
	case failed != nil:
		return false, failed
	case !m.isOwn(by):
		if l != nil {
			_ = l.Release(ctx) // unheard, it ends by itself
		}
		return m.lose(ctx, id, by.Name)
	case err != nil:
		return false, err
	}
	return m.keep(ctx, id, l)
}

// lose tells a run's supervisor that another machine has taken the run over, until it has ended, or ctx is done.
func (m Machine) lose(ctx context.Context, id, elsewhere string) (isOver bool, err error) {
	beat := time.NewTicker(glance)
	defer beat.Stop()
	for ctx.Err() == nil && m.isAlive(id) {
		if l, ok, _ := m.Runs.Lease(id); !ok || l.Elsewhere != elsewhere {
			if err := m.Runs.KeepLease(id, runs.Lease{Elsewhere: elsewhere}); err != nil {
				return false, err
			}
		}
		select {
		case <-ctx.Done():
		case <-beat.C:
		}
	}
	return true, nil
}

// keep renews a lease while the run is at work, and tells its supervisor the end. It is over when the run has ended.
func (m Machine) keep(ctx context.Context, id string, l *lease.Lease) (isOver bool, err error) {
	within, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- l.Keep(within) }()
	defer stop()
	beat := time.NewTicker(glance)
	defer beat.Stop()
	for {
		if err := m.tell(id, l.Until()); err != nil {
			m.Failed(err)
		}
		select {
		case err = <-ended:
			return false, errors.Join(err, m.tell(id, l.Until()))
		case <-beat.C:
		}
		if ctx.Err() == nil && !m.isAlive(id) {
			stop()
			<-ended // a renewal would undo what follows
			if l.Left() == 0 {
				return true, nil // it has ended with its lease: who has taken it over is seen when the hub is back
			}
			return true, m.giveUp(ctx, id, l)
		}
	}
}

// tell has a run's supervisor know the end of the lease.
func (m Machine) tell(id string, until time.Duration) error {
	if l, ok, err := m.Runs.Lease(id); err == nil && ok && l.Until == until {
		return nil
	}
	if !m.isAlive(id) {
		return nil
	}
	return m.Runs.KeepLease(id, runs.Lease{Until: until})
}

// giveUp gives a lease back whose run has ended.
func (m Machine) giveUp(ctx context.Context, id string, l *lease.Lease) error {
	leaving, cancel := context.WithTimeout(context.WithoutCancel(ctx), farewell)
	defer cancel()
	_ = l.Release(leaving) // unheard, it ends by itself
	return m.Runs.ForgetLease(id)
}
