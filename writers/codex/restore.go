package codex

import (
	"bytes"
	"errors"
	"maps"
	"slices"
	"strconv"

	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// lineOrder restores the order of native lines, because readers move a result behind its call.
type lineOrder struct {
	session string
	next    int
	waiting map[int]*timeline.Record
}

// maxWaiting is how many lines may wait for a missing one.
const maxWaiting = 4096

// restorer writes native lines again, as far as the rollout can use them unchanged.
type restorer struct {
	out      *output
	meta     *metadata
	turns    *turns
	calls    *calls
	plan     writers.Plan
	parts    *parts
	err      error  // of a new file
	verbatim bool   // whether native lines keep their ids, because the session keeps its own
	started  bool   // whether the rollout has its metadata
	isNew    bool   // whether this writer made the metadata
	root     string // the native session whose metadata was restored
	order    lineOrder
	peeked   struct {
		record *timeline.Record
		line   format.Line
	}
}

// start begins a new rollout unless it has begun.
func (r *restorer) start() {
	if !r.started {
		r.started, r.isNew = true, true
		r.meta.write()
	}
}

// takes reports whether the entry belongs to a native line that this rollout uses unchanged. A session with omitted
// parts is converted completely, because its turns and items would no longer fit together.
func (r *restorer) takes(e *timeline.Entry) bool {
	native := e.Native
	if native == nil || native.CLI != format.Name || r.plan.Stream.Cut {
		return false
	}
	if r.verbatim {
		return true
	}
	if format.IsRewind(e.Branch) && !r.isPart(native) {
		return false
	}
	if native.Raw == nil { // for further entries of a line, the first one decided
		return r.started && r.order.session == native.Session && r.order.next > 0
	}
	if !r.started {
		return r.begins(native)
	}
	if native.Damaged {
		return r.order.next > 0
	}
	l := r.peek(native)
	return !l.Bare && (l.Ordinal != nil) == (r.out.mode == format.Paginated)
}

// isPart reports whether a native line stays in its file, because it belongs to the session that the rollout began
// with.
func (r *restorer) isPart(native *timeline.Record) bool {
	return r.started && !r.isNew && r.root == "" && native.Session == "" &&
		(r.parts.create != nil || r.plan.Extends != nil)
}

// peek parses the head of a native line. It caches the newest line, because callers ask for it twice.
func (r *restorer) peek(native *timeline.Record) format.Line {
	if r.peeked.record != native {
		r.peeked.record, r.peeked.line = native, format.Peek(native.Raw)
	}
	return r.peeked.line
}

// begins reports whether a line is the metadata of a rollout that can be resumed, and adopts its mode.
func (r *restorer) begins(native *timeline.Record) bool {
	l := format.Peek(native.Raw)
	if native.Damaged || l.Type != format.SessionMeta || l.Bare {
		return false
	}
	r.out.mode = format.Legacy
	if l.Ordinal != nil {
		r.out.mode = format.Paginated
	}
	r.root = native.Session
	return true
}

// write writes an entry's line once the lines before it have been written.
func (r *restorer) write(e *timeline.Entry) {
	native := e.Native
	r.started = true
	r.parts.note(e)
	r.calls.follow(e)
	if native.Raw == nil || (r.verbatim && native.Session != "") {
		return // the line goes with its first entry; an inherited one is in the parent's rollout
	}
	if native.Session != r.order.session || r.order.next == 0 {
		r.flush()
		r.order = lineOrder{session: native.Session, next: native.Line, waiting: map[int]*timeline.Record{}}
	}
	r.order.waiting[native.Line] = native
	for ready := r.order.waiting[r.order.next]; ready != nil; ready = r.order.waiting[r.order.next] {
		delete(r.order.waiting, r.order.next)
		r.order.next++
		r.writeLine(ready)
	}
	if len(r.order.waiting) > maxWaiting {
		r.flush()
	}
}

// flush writes the lines that still wait for a missing one.
func (r *restorer) flush() {
	for _, line := range slices.Sorted(maps.Keys(r.order.waiting)) {
		r.writeLine(r.order.waiting[line])
	}
	r.order = lineOrder{}
}

// writeLine writes a native line byte for byte, except for the session's id if that changes, and for an ordinal that is
// already in use.
func (r *restorer) writeLine(native *timeline.Record) {
	if native.Damaged {
		r.out.raw(native.Raw)
		return
	}
	l := r.peek(native)
	if r.out.Lines > 0 && r.parts.begins(l) && r.isPart(native) {
		r.goOn(native, l)
		return
	}
	if r.verbatim {
		r.follow(l)
		r.out.raw(native.Raw)
		return
	}
	if l.Type == format.SessionMeta && (r.isNew || native.Session != r.root || r.out.Lines > 0 && r.parts.begins(l)) {
		return // the rollout has its metadata: its own, or those of the parent whose lines it now holds
	}
	r.turns.follow(l)
	line := r.renamed(native, l)
	if r.out.mode == format.Paginated {
		line = r.renumbered(line, l.Ordinal)
	}
	r.parts.mark(l, r.out.written())
	r.out.raw(line)
}

// goOn begins a new file of the session with its metadata line.
func (r *restorer) goOn(native *timeline.Record, l format.Line) {
	if !r.verbatim && r.parts.joins(native.Line, l) {
		return
	}
	dst, err := r.parts.next(native.Line, r.out.written(), r.verbatim)
	if err == nil {
		err = r.out.goOn(dst)
	}
	if r.err = errors.Join(r.err, err); r.err != nil {
		return
	}
	r.turns.open, r.calls.pending = turn{}, nil
	line := native.Raw
	if !r.verbatim {
		line = r.parts.based(r.meta.restored(replaceID(line, r.plan.Stream.Header.Source.OriginalID, r.plan.ID, true)))
	}
	r.out.ordinal = l.Ordinal.Int() + 1
	r.parts.mark(l, r.out.written())
	r.out.raw(line)
}

// follow records what converted lines must know about an unchanged line: the rollout's mode, its turns and its
// ordinals.
func (r *restorer) follow(l format.Line) {
	r.turns.follow(l)
	if l.Type == format.SessionMeta && r.out.Lines == 0 && l.Ordinal == nil {
		r.out.mode = format.Legacy
	}
	if l.Ordinal != nil {
		r.out.mode, r.out.ordinal = format.Paginated, max(r.out.ordinal, l.Ordinal.Int()+1)
	}
}

// renamed returns the line with the new session's id, and with the new folder if one was requested.
func (r *restorer) renamed(native *timeline.Record, l format.Line) []byte {
	old := native.Session
	if old == "" {
		old = r.plan.Stream.Header.Source.OriginalID
	}
	line := native.Raw
	isMeta := l.Type == format.SessionMeta && r.out.Lines == 0
	if bytes.Contains(line, []byte(old)) {
		line = replaceID(line, old, r.plan.ID, isMeta)
	}
	if isMeta {
		line = r.meta.restored(line)
	}
	return line
}

// renumbered returns the line with an ordinal higher than all before. Gaps are harmless, but a repeated ordinal makes
// the terminal skip lines.
func (r *restorer) renumbered(line []byte, ordinal jsonl.Value) []byte {
	if ordinal != nil && ordinal.Int() >= r.out.ordinal {
		r.out.ordinal = ordinal.Int() + 1
		return line
	}
	line = replaceMember(line, strconv.AppendInt(nil, r.out.ordinal, 10), "ordinal")
	r.out.ordinal++
	return line
}
