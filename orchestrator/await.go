package orchestrator

import (
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"stead/adapters/adapter"
	"stead/capture"
	"stead/orchestrator/history"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
)

// await waits until a conversation that the CLI begins lies in its store, and takes what it holds by then. When the context has ended, it looks
// once more. On a terminal it may be long until the first word is said: it looks ever more seldom.
func (s *supervision) await(ctx context.Context) error {
	for every := proofPoll; ; every = min(every*5/4, capture.Poll) {
		ended := ctx.Err() != nil
		if err := s.meet(context.WithoutCancel(ctx)); err != nil || !s.isAwaited || ended {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(every):
		}
	}
}

// meet begins to follow the session that the CLI has begun, if there is one by now, and takes what it holds already.
func (s *supervision) meet(ctx context.Context) error {
	path, ok := s.locateSession(ctx, s.receipt.Path)
	if !ok {
		return nil
	}
	tail, err := s.tailOf(ctx, path) // before what is there is read, so that nothing falls between
	if err != nil {
		return err
	}
	session, err := s.target.Reader.Open(ctx, adapter.Location{Path: path, ID: s.receipt.ID})
	if errors.Is(err, adapter.ErrEmpty) {
		return nil // not a word was said yet
	}
	if err != nil {
		return err
	}
	s.receipt.Path, s.tail, s.isAwaited = path, tail, false
	if err := s.record.Update(func(r *runs.Run) { r.To = s.session() }); err != nil {
		return err
	}
	return s.takeFirst(session.Entries)
}

// takeFirst takes what a session held when it was found. What the CLI had not finished then, the tail tells once more.
func (s *supervision) takeFirst(held history.Entries) error {
	s.before = history.CapturedUpTo(s.session(), 0)
	begun := readers.Progress{Turn: s.stands()}
	for e, err := range held {
		if err != nil {
			return err
		}
		begun.Entries = append(begun.Entries, e.Clone())
	}
	taken := slices.Clone(begun.Entries)
	if err := s.progress(begun); err != nil {
		return err
	}
	for _, e := range taken {
		s.before.Add(e)
	}
	return nil
}

// locateSession finds the session by its id, where it is supposed to lie or elsewhere in the store.
func (d *delivery) locateSession(ctx context.Context, supposed string) (path string, ok bool) {
	if _, err := os.Stat(supposed); err == nil {
		return supposed, true
	}
	query := readers.Query{Prefix: d.receipt.ID, Project: d.options.Dir}
	for found, err := range d.adapter.Reader.List(ctx, d.target.Store, query) {
		if err == nil && found.ID == d.receipt.ID {
			return found.Path, true
		}
	}
	return "", false
}

// unseen ranges over what the CLI's session holds and the journal does not. One without a word in it holds nothing.
func (d *delivery) unseen(ctx context.Context) (history.Entries, error) {
	session, err := d.target.Reader.Open(ctx, adapter.Location{Path: d.receipt.Path, ID: d.receipt.ID})
	if errors.Is(err, adapter.ErrEmpty) {
		return timeline.Of(), nil
	}
	return d.before.Missing(session.Entries), err
}
