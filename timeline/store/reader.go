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

// Reader yields the entries of a session in order, each once. It reads from the journal what the view no longer holds,
// and takes new entries from the view. It is not safe for concurrent use.
type Reader struct {
	live *Store
	key  string
	file *os.File
	// position is the offset in the journal, in bytes, up to which entries were read. Next is the sequence number of
	// the first unread row.
	position int64
	next     uint64
	scanner  scanner
	// moves are the moves that the journal had when the reader was opened.
	moves timeline.Moves
}

// Reader returns a reader of the session with a key, whose journal is at path. It starts at the offset from: 0, or an
// earlier result of [Journal.Size]. The caller must close it. Errors are those of the file system.
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

// Close closes the journal's file.
func (r *Reader) Close() error { return r.file.Close() }

// Rest calls seen for each entry that the journal holds. It returns errors of seen, of the file system, and of ctx.
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

// Follow calls seen for existing entries and for new ones until done is closed, and then for the last ones. It waits on
// the view's watch channels, like any other query, so it passes on an entry as soon as the view has it, and never
// earlier. Errors are those of [Reader.Rest].
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

// readNew passes on the new entries in the view, after any that the view has already dropped.
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
				err = jsonl.ErrShrunk // the file was truncated without the view's knowledge
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

// readFile passes on the journal's entries before end.
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
