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

// picked describes a session of which the caller wants only some records.
type picked struct {
	// holds is set if the records for which it returns false are left out.
	holds func(record []byte) bool
	// content is the file and lines are its lines, if it is small enough to be read only once.
	content []byte
	lines   []jsonl.Line
}

// onceRead is the maximum size in bytes of a file that is read only once, and held until its entries have been passed
// on.
const onceRead = 4 << 20

// Pick opens a file like [Open], for callers that want only the records for which holds returns true, or all if holds
// is nil. The session's entries also include those that begin a turn, and those about which another record says more.
// See [stead/readers.Picker].
//
// A caller that picks looks into many sessions, and into several at the same time, so it reads a small one without
// further goroutines.
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

// parse makes a record from a line, without entries if they are not needed.
func (s *Session) parse(line jsonl.Line) Record {
	if s.leavesOut(line) {
		return Record{Line: line.Number}
	}
	return s.format.Parse(line)
}

// leavesOut reports whether the entries of a line are not needed.
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
