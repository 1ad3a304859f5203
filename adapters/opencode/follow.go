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

// Follower tells what a session in a database gains.
type Follower struct {
	path, session string
	// at is the message up to which everything is final.
	at key
	// seen is what the files looked like when they were read last.
	seen files
	// revert is what the session's row said then of what the user took back.
	revert jsonl.Value
}

// files tells whether a database may hold something new. A log that is begun anew may have the size that it had, and
// the same time when that was a moment ago: the header tells it then.
type files [2]struct {
	size, time int64
	header     [snapshot.LogHeaderSize]byte
}

// Follow returns a follower that begins at the session's beginning. The database need not exist yet. Errors:
// adapter.ErrFormat for a location that is no database.
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

// Folder returns the folder in which a change announces something new.
func (f *Follower) Folder() string { return filepath.Dir(f.path) }

// Row returns the session's row, and false while there is none.
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

// Next returns the messages after the one that was passed last: nothing when the files have not changed since they were
// read.
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

// readRevert reads what the user has taken back. What is changed meanwhile is read with the next look: it changes the
// files.
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

// Revert returns what the session's row said of what the user has taken back, when it was read last: null for nothing.
func (f *Follower) Revert() jsonl.Value { return f.revert }

// Pass notes that a message is final: what comes next comes after it.
func (f *Follower) Pass(m Message) { f.at = m.Row.key }

// look describes the files.
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
