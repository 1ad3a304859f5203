package view

import (
	"context"
	"errors"
	"path/filepath"

	"stead/capture"
	"stead/readers"
	"stead/runs"
	"stead/timeline/store"
)

// errRunEnded ends the following of a run.
var errRunEnded = errors.New("the run has ended")

// following is a run that one or several readers follow.
type following struct {
	readers int
	stop    context.CancelFunc
	// ended is closed when the run has ended, or can no longer be followed. The reason is then in failed.
	ended  chan struct{}
	failed error
}

// follow brings the entries and the record that another process adds to a run from now on into the live view, until the
// run ends or all readers have released it.
func (v *View) follow(id string) *following {
	v.access.Lock()
	defer v.access.Unlock()
	if f := v.followed[id]; f != nil {
		f.readers++
		return f
	}
	ctx, stop := context.WithCancel(context.Background())
	f := &following{readers: 1, stop: stop, ended: make(chan struct{})}
	v.followed[id] = f
	go func() {
		defer close(f.ended)
		f.failed = v.followJournal(ctx, id)
	}()
	return f
}

// release ends the following of a run for one reader. The last reader to release it ends it for all.
func (v *View) release(id string, f *following) {
	v.access.Lock()
	defer v.access.Unlock()
	if f.readers--; f.readers == 0 {
		delete(v.followed, id)
		f.stop()
		<-f.ended
		_ = v.live.Release(id) // an in-memory store cannot fail to release
	}
}

func (v *View) followJournal(ctx context.Context, id string) error {
	journal, err := v.live.Follow(id, v.folder.Journal(id))
	if err != nil {
		return err
	}
	f := &follower{live: v.live, folder: v.folder, id: id, journal: journal}
	err = capture.Follow(ctx, f, capture.Poll, func(readers.Progress) error { return nil })
	if errors.Is(err, errRunEnded) {
		err = nil
	}
	return err
}

// follower follows a run. It is a [readers.Tail] whose entries go into the live view.
type follower struct {
	live    *store.Store
	folder  runs.Folder
	id      string
	journal *store.Follower
	state   State
	ended   bool
}

// Watch implements [readers.Tail]. The run's record is beside the journal, so its end is announced there, too.
func (f *follower) Watch() []string { return []string{filepath.Dir(f.folder.Journal(f.id))} }

// Next implements [readers.Tail]. It returns an error if the run had ended before the last call.
func (f *follower) Next(context.Context) (readers.Progress, error) {
	if f.ended {
		return readers.Progress{}, errRunEnded
	}
	f.load() // before the lines, so that no line comes after the end
	f.ended = !f.state.Alive
	added, err := f.journal.Next(func() ([]string, any) {
		f.load() // again: a move to another CLI is recorded before the first of its lines
		return names(f.state), f.state
	})
	if f.ended && err == nil && added == 0 {
		err = errRunEnded
	}
	return readers.Progress{}, err
}

// load reads the run's record. A missing record means that the run has ended.
func (f *follower) load() {
	r, err := f.folder.Load(f.id)
	if err != nil {
		f.state.Alive = false
		return
	}
	f.state = State{Run: r, Alive: r.Alive()}
}
