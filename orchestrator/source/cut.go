package source

import (
	"context"
	"errors"
	"fmt"

	"stead/forks"
)

// cutAt returns the source up to the point at which the query cuts it. For a session that stead made, the stream is the
// run's journal. If an entry is not in the journal, cutAt looks for it in the session itself.
func (f Finder) cutAt(ctx context.Context, q Query, from Source) (Source, error) {
	if q.At.IsEnd() {
		return from, nil
	}
	stream, cut, err := forks.At(ctx, from.Stream, q.At)
	if errors.Is(err, forks.ErrPoint) && q.At.Entry != "" && from.Draft == "" {
		if own, found := f.Open(ctx, from.Session); found == nil {
			if part, at, found := forks.At(ctx, own, q.At); found == nil {
				stream, cut, err = part, at, nil
			}
		}
	}
	if err != nil {
		return from, fmt.Errorf("cut %s: %w", from.Session.Reference(), err)
	}
	from.Stream, from.Cut, from.Open = stream, cut, nil // a cut leaves no call open
	return from, nil
}

// Pin returns the point at which the query cuts its session, as the entry at that point now. The session is cut there
// even if it grows meanwhile. Errors: those of the catalog and of the reader, forks.ErrPoint.
func (f Finder) Pin(ctx context.Context, q Query) (forks.Point, error) {
	from, err := f.resolve(ctx, q)
	if err != nil {
		return q.At, err
	}
	_, cut, err := forks.At(ctx, from.Stream, q.At)
	if err != nil || q.At.Entry != "" {
		return q.At, err
	}
	return forks.Point{Entry: cut.At}, nil
}
