package extract

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"stead/catalog/memory"
	"stead/internal/sys/notices"
	"stead/readers"
)

// Watching says what is done while the sources are watched.
type Watching struct {
	// Threshold is how many new texts there must be.
	Threshold int
	// Settle is how long nothing may have changed before the new texts are counted. Where something always changes, they
	// are counted after ten times that.
	Settle time.Duration
	// Extract extracts. Warn is told of what keeps a source from being watched.
	Extract func(context.Context, Options) error
	Warn    func(error)
}

// Watch has all that is new extracted whenever there is enough of it, until the context ends. Errors: those of Extract,
// and of ctx.
func Watch(ctx context.Context, o Options, w Watching) error {
	watcher := notices.New(0)
	defer watcher.Close()
	watched := map[string]bool{}
	settled := time.NewTimer(0) // what has come before the folders were watched
	defer settled.Stop()
	for since := (time.Time{}); ; {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-watcher.Errors:
			w.Warn(fmt.Errorf("watch the sessions: %w", err))
		case <-watcher.Events:
			if since.IsZero() {
				since = time.Now()
			}
			settled.Reset(min(w.Settle, time.Until(since.Add(10*w.Settle))))
		case <-settled.C:
			since = time.Time{}
			o.follow(ctx, watcher, watched, w.Warn)
			if err := o.extractIfEnough(ctx, w); err != nil {
				return err
			}
		}
	}
}

// follow watches the folders of all places, and those that have come since.
func (o Options) follow(ctx context.Context, watcher *notices.Watcher, watched map[string]bool, warn func(error)) {
	for _, folder := range o.folders(ctx) {
		if watched[folder] {
			continue
		}
		watched[folder] = true
		if err := watcher.Add(folder); err != nil {
			warn(fmt.Errorf("watch %s: %w", folder, err))
		}
	}
}

// folders are those in which sessions lie, with the folders in which such folders appear.
func (o Options) folders(ctx context.Context) []string {
	var all []string
	for _, r := range o.Readers {
		if o.LLM != "" && r.Info().Name != o.LLM {
			continue
		}
		for _, store := range r.Discover(o.Host) {
			all = append(all, store.Root)
			for place, err := range r.Places(ctx, store, readers.Query{}) {
				if err == nil {
					folder := filepath.Dir(place.Path)
					all = append(all, folder, filepath.Dir(folder))
				}
			}
		}
	}
	return all
}

func (o Options) extractIfEnough(ctx context.Context, w Watching) error {
	n, err := o.count(ctx, w.Threshold)
	if err != nil || n < w.Threshold {
		return err
	}
	busy := (*BusyError)(nil)
	if err := w.Extract(ctx, o); err != nil && !errors.As(err, &busy) {
		return err
	}
	return nil
}

// errEnough ends a count.
var errEnough = errors.New("enough")

// count returns how many texts of the sessions are not extracted yet, up to a number that is enough. It only reads, and
// needs no lock: what another process extracts meanwhile is counted or not.
func (o Options) count(ctx context.Context, enough int) (int, error) {
	x := &extraction{Options: o, names: namesOf(o.Readers), report: &Report{Counts: map[string]*Counts{}},
		planned: map[identity]bool{}}
	x.files = &files{folder: o.Folder, own: filepath.Join(o.Folder, ownFolder), isDry: true}
	var err error
	if x.files.events, err = x.files.openFile(memory.EventsFile); err != nil {
		return 0, err
	}
	if x.files.state, err = openState(ctx, filepath.Join(x.files.own, stateFile)); err != nil {
		return 0, errors.Join(err, x.files.close())
	}
	n, err := x.countNew(ctx, enough)
	return n, errors.Join(err, x.files.close())
}

func (x *extraction) countNew(ctx context.Context, enough int) (n int, err error) {
	jobs, err := x.plan(ctx, x.report)
	if err != nil {
		return 0, err
	}
	for _, j := range jobs {
		stamp, err := x.files.state.stamp(ctx, j.identity, j.summary.Path)
		if err != nil || stamp == j.stamp {
			continue
		}
		if err = x.countSession(ctx, j, &n, enough); errors.Is(err, errEnough) {
			return n, nil
		}
		if ctx.Err() != nil {
			return n, ctx.Err()
		}
	}
	return n, nil
}

// countSession counts a session's texts. One that cannot be read has none: the extraction says so.
func (x *extraction) countSession(ctx context.Context, j job, n *int, enough int) error {
	stream, err := j.open(ctx)
	if err != nil {
		return err
	}
	l := &lines{job: j}
	t, err := x.teller(ctx, l, j.identity, 0)
	if err != nil {
		return err
	}
	t.send = func(b *batch) error {
		for _, p := range b.pieces {
			if p.hasMessage {
				*n++
			}
		}
		b.release()
		if *n >= enough {
			return errEnough
		}
		return nil
	}
	if err := t.run(ctx, stream); err != nil {
		return err
	}
	return t.send(t.batch)
}
