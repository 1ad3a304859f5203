package recordtree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// picked is what a session is opened with whose records are not all asked for.
type picked struct {
	// holds is set when the records for which it returns false are left out.
	holds func(record []byte) bool
	// content is the file, lines are its lines, where it is so small that it is read once.
	content []byte
	lines   []jsonl.Line
}

// onceRead is how large a file may be in bytes to be read once, and held until its entries are told.
const onceRead = 4 << 20

// Pick opens a file as [Open] does, for those who want only the records for which holds returns true, or all if it is
// nil. The session's entries have those that begin a turn, too, and those of which another record tells more. See
// [stead/readers.Picker].
//
// Whoever picks looks into many sessions, and into several at once: a small one is read by the caller alone.
func Pick(ctx context.Context, path string, format Format, holds func(record []byte) bool) (*Session, error) {
	return (&Session{path: path, format: format, picked: picked{holds: holds}}).open(ctx)
}

func (p *picked) isWhole(size int64) bool { return p.holds != nil && size <= onceRead }

// readWhole is the first pass over a small file.
func (s *Session) readWhole(input *io.SectionReader) (*index, error) {
	p := &s.picked
	p.content = make([]byte, input.Size())
	n, err := input.ReadAt(p.content, 0)
	if err != nil && !errors.Is(err, io.EOF) { // it may have become shorter meanwhile
		return nil, err
	}
	p.content = p.content[:n]
	p.lines = jsonl.LinesOf(p.content)
	g, chunk := newGrowing(), scanLines(s.format, p.lines)
	g.addChunk(&chunk)
	return g.finish(), nil
}

// pickedEntries is the second pass over a small file.
func (s *Session) pickedEntries(ctx context.Context) func(yield func(*timeline.Entry, error) bool) {
	return func(yield func(*timeline.Entry, error) bool) {
		a := newArranger(s, bytes.NewReader(s.picked.content), yield)
		for _, line := range s.picked.lines {
			if err := ctx.Err(); err != nil {
				yield(nil, fmt.Errorf("read session %s: %w", s.path, err))
				return
			}
			if r := s.parse(line); !a.line(&r) {
				return
			}
		}
		a.end()
	}
}

// parse makes a record of a line, without entries where nobody needs them.
func (s *Session) parse(line jsonl.Line) Record {
	if s.leavesOut(line) {
		return Record{Line: line.Number}
	}
	return s.format.Parse(line)
}

// leavesOut reports whether nobody needs the entries of a line.
func (s *Session) leavesOut(line jsonl.Line) bool {
	x := s.index
	if s.picked.holds == nil || len(x.wanted) > 0 || line.Number > int(x.nodes.last) {
		return false
	}
	n := x.nodes.at(int32(line.Number))
	_, isEdited := x.edits[int32(line.Number)]
	if isEdited || n.flags&(isTyped|isText) != 0 || n.flags&isReply == 0 && n.shown > 0 {
		return false
	}
	return !s.picked.holds(line.Bytes)
}
