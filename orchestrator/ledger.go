package orchestrator

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"stead/runs"
)

// ledger is the record of a run that goes on. Several goroutines keep it.
type ledger struct {
	folder runs.Folder
	// changed is told of each new record, one at a time.
	changed func(runs.Run)

	mutex sync.Mutex
	run   runs.Run
	next  chan struct{} // closed at the next change
}

func newLedger(folder runs.Folder, run runs.Run, changed func(runs.Run)) *ledger {
	return &ledger{folder: folder, changed: changed, run: run, next: make(chan struct{})}
}

// current returns the record as it is now.
func (l *ledger) current() runs.Run {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.run
}

// count changes what may be written with the next change.
func (l *ledger) count(fn func(*runs.Run)) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	fn(&l.run)
}

// update changes the record, keeps it, and tells whoever waits.
func (l *ledger) update(fn func(*runs.Run)) error {
	return l.change(func(r *runs.Run) bool { fn(r); return true })
}

// change changes the record, and keeps it and tells whoever waits if fn reports that it must.
func (l *ledger) change(fn func(*runs.Run) bool) error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if !fn(&l.run) {
		return nil
	}
	close(l.next)
	l.next = make(chan struct{})
	if err := errors.Join(l.folder.Save(l.run), l.folder.Touch(l.run.ID)); err != nil {
		return fmt.Errorf("keep the record of run %s: %w", l.run.ID, err)
	}
	l.changed(l.run)
	return nil
}

// await waits until the record is as wanted. Its error is that of the context.
func (l *ledger) await(ctx context.Context, wanted func(runs.Run) bool) error {
	for {
		l.mutex.Lock()
		reached, next := wanted(l.run), l.next
		l.mutex.Unlock()
		if reached {
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-next:
		}
	}
}
