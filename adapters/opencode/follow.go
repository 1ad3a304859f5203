package opencode

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"stead/adapters/adapter"
	"stead/adapters/opencode/snapshot"
	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
)

// Follower reports the new content of a session in a database.
type Follower struct {
	path, session string
	// at is the last message up to which everything is final.
	at key
	// seen is the state of the files at the last read.
	seen files
	// revert is the value that the session's row had for the user's undo at the last read.
	revert jsonl.Value
}

// files shows whether a database may hold something new. A restarted log may have the same size as before and, if the
// change was a moment ago, the same time. In this case only the header differs.
type files [2]struct {
	size, time int64
	header     [snapshot.LogHeaderSize]byte
}

// Follow returns a follower that starts at the beginning of the session. The database need not exist yet. Errors:
// adapter.ErrFormat for a location that is not a database.
func Follow(location adapter.Location) (*Follower, error) {
	head, err := readHead(location.Path)
	if err != nil && !errors.Is(err, adapter.ErrNotFound) {
		return nil, err
	}
	if len(head) > 0 && string(head) != string(databaseMagic) {
		return nil, fmt.Errorf("%s: %w: only a session in OpenCode's database can be followed", location.Path,
			adapter.ErrFormat)
	}
	return &Follower{path: location.Path, session: location.ID}, nil
}

// Folder returns the folder to watch: a change in it announces new content.
func (f *Follower) Folder() string { return filepath.Dir(f.path) }

// Row returns the session's row. Ok is false while the session does not exist.
func (f *Follower) Row(ctx context.Context) (row Row, ok bool, err error) {
	err = read(ctx, f.path, func(d *database) (err error) {
		row, err = d.session(ctx, f.session)
		return err
	})
	if errors.Is(err, adapter.ErrNotFound) {
		return row, false, nil
	}
	return row, err == nil, err
}

// Next returns the messages after the last one that was passed to Pass. It returns nothing if the files have not
// changed since the last read.
func (f *Follower) Next(ctx context.Context) ([]Message, error) {
	now, err := f.look()
	if err != nil || now == f.seen {
		return nil, err
	}
	c := cursor{path: f.path, session: f.session, at: f.at}
	defer c.close()
	var all []Message
	for {
		m, ok, err := c.next(ctx)
		if errors.Is(err, adapter.ErrNotFound) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if !ok {
			f.seen = now
			return all, f.readRevert(ctx, c.database)
		}
		all = append(all, m)
	}
}

// readRevert reads the state of the user's undo. If the database changes meanwhile, the next call of Next reads the new
// state, because the files changed.
func (f *Follower) readRevert(ctx context.Context, d *database) error {
	row, err := d.session(ctx, f.session)
	switch {
	case d.snapshot.Changed(), errors.Is(err, adapter.ErrNotFound):
		return nil
	case err == nil:
		f.revert = row.Get("revert")
	}
	return err
}

// Revert returns the value that the session's row had for the user's undo at the last read: null if the user undid
// nothing.
func (f *Follower) Revert() jsonl.Value { return f.revert }

// Pass marks a message as final. Next then continues after it.
func (f *Follower) Pass(m Message) { f.at = m.Row.key }

// look returns the current state of the files.
func (f *Follower) look() (files, error) {
	var found files
	for i, path := range []string{f.path, f.path + "-wal"} {
		file, err := regular.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return found, err
		}
		info, err := file.Stat()
		if err == nil {
			found[i].size, found[i].time = info.Size(), info.ModTime().UnixNano()
			_, _ = file.ReadAt(found[i].header[:], 0)
		}
		file.Close()
		if err != nil {
			return found, err
		}
	}
	return found, nil
}
