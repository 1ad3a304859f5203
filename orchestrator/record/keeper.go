// Package record keeps the record of an active run, in memory for the code that works on it and in the run's folder for
// other processes.
package record

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"stead/runs"
)

// Keeper keeps the record of an active run. It is safe for use by several goroutines.
type Keeper struct {
	folder runs.Folder
	// changed is called with each new record, one at a time.
	changed func(runs.Run)

	mutex sync.Mutex
	run   runs.Run
	next  chan struct{} // closed at the next change
}

// NewKeeper keeps a run's record in a folder. Changed is called with each new record, one at a time.
func NewKeeper(folder runs.Folder, run runs.Run, changed func(runs.Run)) *Keeper {
	return &Keeper{folder: folder, changed: changed, run: run, next: make(chan struct{})}
}

// Current returns the current record.
func (k *Keeper) Current() runs.Run {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	return k.run
}

// Count changes the record without saving it. The next change saves it.
func (k *Keeper) Count(fn func(*runs.Run)) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	fn(&k.run)
}

// Update changes the record, saves it, and notifies those that wait.
func (k *Keeper) Update(fn func(*runs.Run)) error {
	return k.Change(func(r *runs.Run) bool { fn(r); return true })
}

// Change changes the record. If fn returns true, it saves the record and notifies those that wait.
func (k *Keeper) Change(fn func(*runs.Run) bool) error {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	if !fn(&k.run) {
		return nil
	}
	close(k.next)
	k.next = make(chan struct{})
	if err := errors.Join(k.folder.Save(k.run), k.folder.Touch(k.run.ID)); err != nil {
		return fmt.Errorf("save the record of run %s: %w", k.run.ID, err)
	}
	k.changed(k.run)
	return nil
}

// Await waits until the record satisfies wanted. Its error is that of the context.
func (k *Keeper) Await(ctx context.Context, wanted func(runs.Run) bool) error {
	for {
		k.mutex.Lock()
		reached, next := wanted(k.run), k.next
		k.mutex.Unlock()
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
