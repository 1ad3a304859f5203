package delivery

import (
	"cmp"
	"context"
	"errors"
	"os"

	"stead/adapters/adapter"
	"stead/orchestrator/history"
	"stead/readers"
	"stead/timeline"
)

// Watch begins to follow the session: from here on whatever it gains is the CLI's. One that the CLI has yet to begin cannot be followed.
func (d *Delivery) Watch(ctx context.Context) (err error) {
	if !d.IsAwaited {
		d.Tail, err = d.tail(ctx, d.Receipt.Path)
	}
	return err
}

// tail follows the session at a path from now on. It is nil for a CLI whose sessions cannot be followed.
func (d *Delivery) tail(ctx context.Context, path string) (readers.Tail, error) {
	tailer, ok := d.Adapter.Reader.(readers.Tailer)
	if !ok {
		return nil, nil
	}
	return tailer.Tail(ctx, adapter.Location{Path: path, ID: d.Receipt.ID})
}

// LastTurn returns the last sign of a turn in the session, where its reader tells it.
func (d *Delivery) LastTurn() readers.Turn {
	if tail, ok := d.Tail.(readers.TurnReporter); ok {
		return tail.LastTurn()
	}
	return ""
}

// Meet begins to follow the session that the CLI has begun, if there is one by now, and returns what it holds already: nil while there is none.
func (d *Delivery) Meet(ctx context.Context) (history.Entries, error) {
	path, ok := d.locate(ctx, d.Receipt.Path)
	if !ok {
		return nil, nil
	}
	tail, err := d.tail(ctx, path) // before what is there is read, so that nothing falls between
	if err != nil {
		return nil, err
	}
	session, err := d.Target.Reader.Open(ctx, adapter.Location{Path: path, ID: d.Receipt.ID})
	if errors.Is(err, adapter.ErrEmpty) {
		return nil, nil // not a word was said yet
	}
	if err != nil {
		return nil, err
	}
	d.Receipt.Path, d.Tail, d.IsAwaited = path, tail, false
	return session.Entries, nil
}

// Seek finds the session that the CLI of a run that was broken off had to begin. If there is none, the CLI begins it now.
func (d *Delivery) Seek(ctx context.Context) error {
	options := d.Options
	options.ID = d.Receipt.ID
	plan, err := d.Target.Writer.Plan(d.Target.Store, d.Source.Stream, options)
	if err != nil {
		return err
	}
	path, found := d.locate(ctx, plan.Path)
	d.Receipt.Path = cmp.Or(path, plan.Path)
	d.IsAwaited, d.Source.IsNew = !found, !found
	return nil
}

// locate finds the session by its id, where it is supposed to lie or elsewhere in the store.
func (d *Delivery) locate(ctx context.Context, supposed string) (path string, ok bool) {
	if _, err := os.Stat(supposed); err == nil {
		return supposed, true
	}
	query := readers.Query{Prefix: d.Receipt.ID, Project: d.Options.Dir}
	for found, err := range readers.List(ctx, d.Adapter.Reader, d.Target.Store, query) {
		if err == nil && found.ID == d.Receipt.ID {
			return found.Path, true
		}
	}
	return "", false
}

// Open opens the session. One without a word in it has no entries.
func (d *Delivery) Open(ctx context.Context) (timeline.Stream, error) {
	session, err := d.Target.Reader.Open(ctx, d.Location())
	if errors.Is(err, adapter.ErrEmpty) {
		return timeline.Stream{Entries: timeline.Of()}, nil
	}
	return session, err
}
