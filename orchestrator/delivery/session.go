package delivery

import (
	"cmp"
	"context"
	"errors"
	"os"

	"stead/adapters/adapter"
	"stead/readers"
	"stead/timeline"
)

// Watch begins to follow the session: from here on whatever it gains is the CLI's. One that the CLI has yet to begin
// cannot be followed.
func (d *Delivery) Watch(ctx context.Context) (err error) {
	if !d.IsAwaited {
		d.Tail, err = d.tail(ctx, d.Location())
	}
	return err
}

// tail follows a session from now on. It is nil for a CLI whose sessions cannot be followed.
func (d *Delivery) tail(ctx context.Context, at adapter.Location) (readers.Tail, error) {
	tailer, ok := d.Adapter.Reader.(readers.Tailer)
	if !ok {
		return nil, nil
	}
	return tailer.Tail(ctx, at)
}

// LastTurn returns the last sign of a turn in the session, where its reader tells it.
func (d *Delivery) LastTurn() readers.Turn {
	if tail, ok := d.Tail.(readers.TurnReporter); ok {
		return tail.LastTurn()
	}
	return ""
}

// Found is a session in the CLI's store, which is followed from a moment on.
type Found struct {
	ID, Path string
	// Session is what it held then, or later.
	Session timeline.Stream
	tail    readers.Tail
}

// Find finds a session of the CLI by its id, supposedly at a path, and begins to follow it. Ok is false while there is
// none, or not a word in it.
func (d *Delivery) Find(ctx context.Context, id, supposed string) (f Found, ok bool, err error) {
	path, ok := d.locate(ctx, id, supposed)
	if !ok {
		return f, false, nil
	}
	f = Found{ID: id, Path: path}
	at := adapter.Location{Path: path, ID: id}
	if f.tail, err = d.tail(ctx, at); err != nil { // before what is there is read, so that nothing falls between
		return f, false, err
	}
	f.Session, err = d.Target.Reader.Open(ctx, at)
	if errors.Is(err, adapter.ErrEmpty) {
		return f, false, nil
	}
	return f, err == nil, err
}

// Enter has the delivery go on with a session that was found.
func (d *Delivery) Enter(f Found) {
	d.Receipt.ID, d.Receipt.Path, d.Tail, d.IsAwaited = f.ID, f.Path, f.tail, false
}

// Meet begins to follow the session that the CLI has begun, and returns it. Ok is false while there is none.
func (d *Delivery) Meet(ctx context.Context) (session timeline.Stream, ok bool, err error) {
	f, ok, err := d.Find(ctx, d.Receipt.ID, d.Receipt.Path)
	if ok && err == nil {
		d.Enter(f)
	}
	return f.Session, ok, err
}

// Seek finds the session that the CLI of a run that was broken off had to begin. If there is none, the CLI begins it
// now.
func (d *Delivery) Seek(ctx context.Context) error {
	options := d.Options
	options.ID = d.Receipt.ID
	plan, err := d.Target.Writer.Plan(d.Target.Store, d.Source.Stream, options)
	if err != nil {
		return err
	}
	path, found := d.locate(ctx, d.Receipt.ID, plan.Path)
	d.Receipt.Path = cmp.Or(path, plan.Path)
	d.IsAwaited, d.Source.IsNew = !found, !found
	return nil
}

// locate finds a session by its id, where it is supposed to lie or elsewhere in the store.
func (d *Delivery) locate(ctx context.Context, id, supposed string) (path string, ok bool) {
	if _, err := os.Stat(supposed); err == nil {
		return supposed, true
	}
	for _, project := range []string{d.Options.Dir, ""} { // the user may have opened one of another project
		for found, err := range readers.List(ctx, d.Adapter.Reader, d.Target.Store,
			readers.Query{Prefix: id, Project: project}) {
			if err == nil && found.ID == id {
				return found.Path, true
			}
		}
		if supposed != "" {
			break // that one is of this project
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
