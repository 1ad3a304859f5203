package store

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"

	"github.com/hashicorp/go-memdb"

	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Arrange updates the branch of each entry of the session in the journal. It calls branchOf for each entry in order;
// the entry's Branch is its branch so far, and the result is its branch from now on. Changes are appended as a header
// line that continues the session (see [timeline.Moves]). Nothing is overwritten, so a journal that loses this line in
// a crash is in its previous state.
func (j *Journal) Arrange(ctx context.Context, branchOf func(*timeline.Entry) string) (changed bool, err error) {
	line, moves, err := arrange(ctx, j.file, j.Size(), branchOf)
	if err != nil {
		return false, fmt.Errorf("arrange the journal: %w", err)
	}
	if line == nil {
		return false, nil
	}
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if err := j.write(line); err != nil || j.live == nil {
		return true, err
	}
	return true, j.live.rearrange(j.key, moves)
}

// arrange returns the line to append, or nil if nothing has changed.
func arrange(ctx context.Context, file io.ReaderAt, end int64,
	branchOf func(*timeline.Entry) string) (line []byte, now timeline.Moves, err error) {
	header, err := headerOf(file)
	if err != nil {
		return nil, nil, err
	}
	before, err := lastMoves(ctx, io.NewSectionReader(file, 0, end), 0)
	if err != nil {
		return nil, nil, err
	}
	outline := entry.Outline{Known: header.Branches}
	for d, err := range own(ctx, file, end) {
		if err != nil {
			return nil, nil, err
		}
		named, from := d.entry.Branch, d.line.Offset
		d.entry.Branch = before.BranchOf(from, named)
		d.entry.Branch = branchOf(d.entry)
		now = now.Add(from, from+int64(len(d.line.Bytes))+1, named, d.entry.Branch)
		outline.See(d.entry)
	}
	if now.Equal(before) {
		return nil, nil, nil
	}
	line, err = timeline.AppendMovesLine(nil, header, outline.Branches(), now)
	return line, now, err
}

// Session returns the session in the journal's current state, without its children. Its errors are those of the file
// system.
func (j *Journal) Session(ctx context.Context) timeline.Stream {
	header, _ := headerOf(j.file)
	return timeline.Stream{Header: header, Entries: func(yield func(*timeline.Entry, error) bool) {
		end := j.Size()
		moves, err := lastMoves(ctx, io.NewSectionReader(j.file, 0, end), 0)
		if err != nil {
			yield(nil, err)
			return
		}
		for d, err := range own(ctx, j.file, end) {
			if err == nil {
				d.entry.Branch = moves.BranchOf(d.line.Offset, d.entry.Branch)
			}
			if !yield(d.entry, err) {
				return
			}
		}
	}}
}

// own ranges over the session's own entries.
func own(ctx context.Context, file io.ReaderAt, end int64) iter.Seq2[decoded, error] {
	return func(yield func(decoded, error) bool) {
		var lines scanner
		for chunk, err := range jsonl.Map(ctx, io.NewSectionReader(file, 0, end), decodeAll) {
			if err != nil {
				yield(decoded{}, err)
				return
			}
			for _, d := range chunk {
				if lines.scan(d.line) != nil && d.entry != nil && !yield(d, nil) {
					return
				}
			}
		}
	}
}

// decoded is a line with its entry. The entry is nil if the line is not one.
type decoded struct {
	line  jsonl.Line
	entry *timeline.Entry
}

func decodeAll(lines []jsonl.Line) []decoded {
	all := make([]decoded, len(lines))
	for i, line := range lines {
		all[i].line = line
		if e, err := decode(line.Bytes); err == nil {
			all[i].entry = e
		}
	}
	return all
}

// lastMoves returns the moves in effect for the part of a journal after an offset. They come from the last line that
// has moves.
func lastMoves(ctx context.Context, file io.ReaderAt, from int64) (moves timeline.Moves, err error) {
	for found, err := range jsonl.Map(ctx, io.NewSectionReader(file, from, math.MaxInt64-from), movesIn) {
		if err != nil {
			return nil, err
		}
		if found != nil {
			moves = *found
		}
	}
	return moves, nil
}

// movesIn returns the moves of the last line that has any, or nil.
func movesIn(lines []jsonl.Line) (last *timeline.Moves) {
	for _, line := range lines {
		if !bytes.HasPrefix(line.Bytes, []byte(`{"format"`)) {
			continue
		}
		if moves, ok := movesOf(line.Bytes); ok {
			last = &moves
		}
	}
	return last
}

// movesOf returns the moves of a header line. Ok is false if it has none.
func movesOf(line []byte) (timeline.Moves, bool) {
	var header timeline.Header
	if json.Unmarshal(line, &header) != nil {
		return nil, false
	}
	return header.TakeMoves()
}

// rearrange updates the branches of rows.
func rearrange(rows []*Entry, moves timeline.Moves) {
	for _, row := range rows {
		row.Branch = moves.BranchOf(row.Offset, row.named)
	}
}

// rearrange updates the branches of a session's entries in the view. Calls on abandoned branches no longer count as
// open.
func (s *Store) rearrange(key string, moves timeline.Moves) error {
	return s.change(key, false, nil, func(txn *memdb.Txn, _ *Session) error {
		rows, err := txn.Get(tableEntries, indexID+"_prefix", key+"\x00")
		if err != nil {
			return err
		}
		var moved []*Entry
		for row := rows.Next(); row != nil; row = rows.Next() {
			entry := *row.(*Entry) // rows are shared
			if branch := moves.BranchOf(entry.Offset, entry.named); branch != entry.Branch {
				entry.Branch = branch
				moved = append(moved, &entry)
			}
		}
		for _, entry := range moved {
			if err := txn.Insert(tableEntries, entry); err != nil {
				return err
			}
			if entry.Type != timeline.ToolCall || entry.Branch == "" {
				continue
			}
			if _, err := txn.DeleteAll(tableCalls, indexID, key, entry.ID); err != nil {
				return err
			}
		}
		return nil
	})
}
