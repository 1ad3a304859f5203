package claude

import (
	"bytes"

	"stead/internal/format/claude"
	"stead/internal/jsonl"
	"stead/timeline"
)

// restorer writes the CLI's own records back, in the order in which they stood.
type restorer struct {
	*encoder
	// isSame is set when the session keeps its id: nothing is to be changed then.
	isSame bool
	// isMoved is set when the session goes on in another folder than the one in which it was held.
	isMoved bool
	// next is the line that comes next; held are the records that came before their turn: the timeline has a record after its
	// parent even where the file has not.
	next int
	held map[int]heldRecord
	// came counts the records in the order of the timeline, tipCame is that of the record which the next one follows.
	came, tipCame int
	// restored is the last record taken whole, whose further entries are passed over.
	restored int
}

type heldRecord struct {
	record   *timeline.Record
	inBranch bool
	came     int
}

// takes reports whether an entry is to be written from its record. Of a session that was cut, a record of several entries
// is not: some of them may be gone.
func (r *restorer) takes(e *timeline.Entry) bool {
	if e.Native == nil || e.Native.CLI != claude.Name {
		return false
	}
	if !r.stream.Cut {
		return e.Compaction == nil || e.Native.Session == ""
	}
	if e.Native.Raw == nil {
		return r.restored == e.Native.Line
	}
	return e.Compaction == nil && !isComposite(e.Native.Raw)
}

// isLoose reports whether what a record points at may be missing: because the session was cut, or because the record comes from another
// session, in which other records went before it.
func (r *restorer) isLoose(record *timeline.Record) bool { return r.stream.Cut || record.Session != "" }

// isComposite reports whether a record's message has several content blocks.
func isComposite(raw []byte) bool {
	n := 0
	for range jsonl.Elements(claude.PeekMessage(claude.PeekTree(raw).Message).Content) {
		if n++; n > 1 {
			return true
		}
	}
	return false
}

func (r *restorer) entry(e *timeline.Entry) error {
	record := e.Native
	if record.Raw == nil {
		return nil
	}
	if r.isSame && record.Session != "" {
		return nil // it lies in its own session's file
	}
	r.restored = record.Line
	r.came++
	held := heldRecord{record: record, inBranch: e.Branch != "", came: r.came}
	if r.isLoose(record) {
		if err := r.flush(); err != nil {
			return err
		}
		return r.restore(held)
	}
	if record.Line > r.next+1 {
		if r.held == nil {
			r.held = map[int]heldRecord{}
		}
		held.record = &timeline.Record{Session: record.Session, Line: record.Line, Raw: bytes.Clone(record.Raw), Damaged: record.Damaged}
		r.held[record.Line] = held
		return nil
	}
	if err := r.restore(held); err != nil {
		return err
	}
	r.next = max(r.next, record.Line)
	return r.release()
}

// release writes the held records whose turn has come.
func (r *restorer) release() error {
	for {
		held, ok := r.held[r.next+1]
		if !ok {
			return nil
		}
		delete(r.held, r.next+1)
		r.next++
		if err := r.restore(held); err != nil {
			return err
		}
	}
}

// flush writes all held records: the lines before them will not come any more.
func (r *restorer) flush() error {
	for len(r.held) > 0 {
		first := 0
		for line := range r.held {
			if first == 0 || line < first {
				first = line
			}
		}
		r.next = first - 1
		if err := r.release(); err != nil {
			return err
		}
	}
	return nil
}
