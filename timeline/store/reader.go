package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
	"stead/timeline"
)

// Reader hands on the entries of a session in order, each once: from the journal what the view does not hold, and from
// the view what comes. It is not safe for use by several goroutines.
type Reader struct {
	live *Store
	key  string
	file *os.File
	// position is how far the journal was read, in bytes, next the sequence number of the first row that was not.
	position int64
	next     uint64
	scanner  scanner
	// moves are those that the journal said when it was begun to be read.
	moves timeline.Moves
}

// Reader returns a reader of the session of a key, whose journal lies at path, from a place on: its beginning, or what
// [Journal.Size] said. It must be closed. Errors are those of the file system.
func (s *Store) Reader(key, path string, from int64) (*Reader, error) {
	file, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	r := &Reader{live: s, key: key, file: file, position: from}
	if r.moves, err = lastMoves(context.Background(), file, from); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return r, nil
}

// Close ends the reading.
func (r *Reader) Close() error { return r.file.Close() }

// Rest hands on what the journal holds. Errors are those of seen, of the file system, and the end of ctx.
func (r *Reader) Rest(ctx context.Context, seen func(Line) error) error {
	info, err := r.file.Stat()
	if err != nil {
		return err
	}
	end, err := jsonl.LastLineEnd(r.file, info.Size())
	if err != nil {
		return err
	}
	return r.readFile(ctx, end, seen)
}

// Follow hands on what there is and what comes, until done is closed, and then what came last. It waits on the view's
// watch channels, as any other query of it does, so an entry is seen as soon as it is in the view, and never before.
// Errors are those of [Reader.Rest].
func (r *Reader) Follow(ctx context.Context, done <-chan struct{}, seen func(Line) error) error {
	for ended := false; ; {
		select {
		case <-done:
			ended = true
		default:
		}
		watch := NewWatchSet()
		if err := r.readNew(ctx, watch, seen); err != nil || ended {
			return err
		}
		watch.Add(done)
		if err := watch.WatchCtx(ctx); err != nil {
			return err
		}
	}
}

// readNew hands on what has come into the view, and before that what the view has dropped.
func (r *Reader) readNew(ctx context.Context, watch WatchSet, seen func(Line) error) error {
	now := r.live.Snapshot()
	session, ok := now.Session(watch, r.key)
	if !ok || session.Journal == "" {
		return nil
	}
	if r.position < session.Begin {
		if err := r.readFile(ctx, session.Begin, seen); err != nil {
			return err
		}
	}
	for row := range now.Entries(watch, r.key, r.next) {
		r.next = row.Sequence + 1
		if row.Offset < r.position {
			continue
		}
		text := make([]byte, row.Length)
		if _, err := r.file.ReadAt(text, row.Offset); err != nil {
			if errors.Is(err, io.EOF) {
				err = jsonl.ErrShrunk // it was cut behind the view's back
			}
			return fmt.Errorf("read entry %s from the journal: %w", row.ID, err)
		}
		r.position = row.end()
		if err := seen(Line{Row: row, text: text}); err != nil {
			return err
		}
	}
	return nil
}

// readFile hands on what lies in the journal before end.
func (r *Reader) readFile(ctx context.Context, end int64, seen func(Line) error) error {
	begin := r.position
	for line, err := range jsonl.Lines(ctx, io.NewSectionReader(r.file, begin, end-begin)) {
		if err != nil {
			return err
		}
		line.Offset += begin
		r.position = line.Offset + int64(len(line.Bytes)) + 1
		row := r.scanner.scan(line)
		if row == nil {
			continue
		}
		row.Session = r.key
		row.Branch = r.moves.BranchOf(row.Offset, row.named)
		if err := seen(Line{Row: row, text: line.Bytes}); err != nil {
			return err
		}
	}
	return nil
}
