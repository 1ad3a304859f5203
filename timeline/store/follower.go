package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"stead/internal/adapt/jsonl"
	"stead/internal/sys/regular"
	"stead/timeline"
)

// Follower adds to the store what another process appends to a journal. It is not safe for concurrent use.
type Follower struct {
	live *Store
	key  string
	path string
	// info identifies the file being followed.
	info    os.FileInfo
	tail    *jsonl.Tail
	scanner scanner
}

// lookBack is how many bytes from the end of a journal Follow puts into the view at the start: the latest events and
// the open calls.
const lookBack = 1 << 20

// Follow puts a session into the store under a key, the id of a run, with the last entries of its journal. The returned
// Follower adds what is appended from now on. A session has one follower at a time. Follow returns ErrNoJournal, and
// errors of the file system.
func (s *Store) Follow(key, path string) (*Follower, error) {
	f := &Follower{live: s, key: key, path: path}
	if err := f.begin(); err != nil {
		return nil, fmt.Errorf("follow the journal %s: %w", path, err)
	}
	return f, nil
}

func (f *Follower) begin() error {
	file, err := regular.Open(f.path)
	if err != nil {
		return err
	}
	defer file.Close()
	if f.info, err = file.Stat(); err != nil {
		return err
	}
	end, err := jsonl.LastLineEnd(file, f.info.Size())
	if err != nil {
		return err
	}
	header, err := headerOf(file)
	if err != nil {
		return err
	}
	rows, inChild, err := lastRows(file, end, header.ID)
	if err != nil {
		return err
	}
	begin := end
	if len(rows) > 0 {
		begin = rows[0].Offset
	}
	f.scanner.session, f.scanner.child = header.ID, inChild
	f.tail = jsonl.NewTail(f.path, end, 0)
	return errors.Join(f.live.announce(f.key, header, f.path, begin), f.live.add(f.key, rows))
}

// headerOf reads the header from the first line of a journal.
func headerOf(file io.ReaderAt) (header timeline.Header, err error) {
	for line, err := range jsonl.Lines(context.Background(), io.NewSectionReader(file, 0, math.MaxInt64)) {
		if err != nil {
			return header, err
		}
		if jsonl.Value(line.Bytes).Get("format").Is(timeline.LinesFormat) && json.Unmarshal(line.Bytes, &header) == nil {
			return header, nil
		}
		break
	}
	return header, ErrNoJournal
}

// lastRows returns the session's entries in the last part of a journal, which ends at end, and whether that end is
// inside a child. When the first header in that part is the session's own, the lines before it belong to a child,
// unless the header has moves: headers with moves occur inside the session.
func lastRows(file io.ReaderAt, end int64, session string) (rows []*Entry, inChild bool, err error) {
	begin := max(end-lookBack, 0)
	lines := scanner{session: session}
	isKnown := begin == 0
	for line, err := range jsonl.Lines(context.Background(), io.NewSectionReader(file, begin, end-begin)) {
		if err != nil {
			return nil, false, err
		}
		if line.Number == 1 {
			continue // a partial line, or the header
		}
		line.Offset += begin
		lines.header, lines.moved = false, false
		if row := lines.scan(line); row != nil {
			rows = append(rows, row)
		}
		if lines.moved {
			rearrange(rows, lines.moves)
		} else if lines.header && !isKnown && !lines.child {
			rows = nil
		}
		isKnown = isKnown || lines.header
	}
	return rows, lines.child, nil
}

// Next adds what was appended since the last call and returns the number of new entries. Before they enter the store,
// describe returns the other names of the session and the record of who works on it. Errors wrap jsonl.ErrShrunk if the
// journal was truncated or replaced; other errors come from the file system. A journal that was removed has nothing
// new.
func (f *Follower) Next(describe func() (names []string, record any)) (added int, err error) {
	lines, err := f.tail.Next()
	if err != nil {
		return 0, err
	}
	// Check after reading: if the file had been replaced before the read, the lines would come from a different file.
	if info, err := os.Stat(f.path); err == nil && !os.SameFile(info, f.info) {
		return 0, fmt.Errorf("%s: it was replaced: %w", f.path, jsonl.ErrShrunk)
	}
	names, record := describe()
	if err := f.live.Describe(f.key, names, record); err != nil {
		return 0, err
	}
	var rows []*Entry
	f.scanner.moved = false
	for _, line := range lines {
		if row := f.scanner.scan(line); row != nil {
			rows = append(rows, row)
		}
	}
	if err := f.live.add(f.key, rows); err != nil || !f.scanner.moved {
		return len(rows), err
	}
	return len(rows), f.live.rearrange(f.key, f.scanner.moves)
}
