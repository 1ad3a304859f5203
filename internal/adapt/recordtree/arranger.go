package recordtree

import (
	"fmt"
	"io"
	"math"
	"slices"

	"stead/timeline"
)

// arranger puts the second pass's entries in order and sets the values that depend on other records.
type arranger struct {
	session *Session
	file    io.ReaderAt
	delay   delay
	yield   func(*timeline.Entry, error) bool
	tips    map[int32]string // the id of the last entry of a line that others follow
	calls   calls
	// found are the ids of entries that a compaction may keep, by key. Since are the entries from the first line on that a
	// compaction keeps.
	found     map[Key]string
	since     []placed
	isKeeping bool
	// boundary is the boundary that waits for the next summary; kept are the lines that it keeps. Beside are the ids of
	// lines that any boundary keeps.
	boundary *timeline.Compaction
	kept     []int32
	beside   map[int32][]string
	// typed is the typed command for the texts that follow a line.
	typed     map[int32]*timeline.Origin
	timestamp string // the last one, for records without a time
}

// placed is the id of an entry and its line.
type placed struct {
	line int32
	id   string
}

func newArranger(s *Session, file io.ReaderAt, yield func(*timeline.Entry, error) bool) *arranger {
	return &arranger{
		session: s, file: file, delay: delay{index: s.index}, yield: yield,
		tips: map[int32]string{}, calls: calls{}, found: map[Key]string{}, beside: map[int32][]string{},
		typed: map[int32]*timeline.Origin{},
	}
}

// line passes on a line unless it must wait, and then the lines that waited for it. It reports whether to continue.
func (a *arranger) line(r *Record) bool {
	line := int32(r.Line)
	if line > a.session.index.nodes.last || a.delay.holds(line) {
		return true
	}
	if !a.emit(r) {
		return false
	}
	a.delay.release(line)
	return a.emitFree()
}

// emitFree passes on the lines that no longer wait, in the order of the file.
func (a *arranger) emitFree() bool {
	for line := a.delay.next(); line != 0; line = a.delay.next() {
		late, err := a.read(line)
		if err != nil {
			a.yield(nil, err)
			return false
		}
		if !a.emit(&late) {
			return false
		}
		a.delay.release(line)
	}
	return true
}

// end passes on the lines that are still held back.
func (a *arranger) end() {
	for _, line := range a.delay.rings() {
		a.delay.cut(line)
		if !a.emitFree() {
			return
		}
	}
}

// read parses a line that was held back. It reads the line again rather than keeping it, so that memory stays bounded.
func (a *arranger) read(line int32) (Record, error) {
	found, err := a.session.find(a.file, line)
	if err != nil {
		return Record{}, err
	}
	return a.session.format.Parse(found), nil
}

func (a *arranger) emit(r *Record) bool {
	if len(r.Entries) == 0 { // the record is left out
		return true
	}
	if err := a.complete(r); err != nil {
		return a.yield(nil, err) && false
	}
	for _, e := range r.Entries {
		e.Native.Line += a.session.skipped
		e.Native.Offset += a.session.begin
		if !a.yield(e, nil) {
			return false
		}
	}
	return true
}

// complete sets the values that the record alone does not determine.
func (a *arranger) complete(r *Record) error {
	x := a.session.index
	line := int32(r.Line)
	n := x.nodes.at(line)
	if err := a.edit(r, line); err != nil {
		return err
	}
	if n.flags&isReplaced != 0 {
		r.hide()
	}
	if n.flags&isTyped != 0 {
		a.typed[line] = r.announce()
	}
	if n.flags&isText != 0 {
		r.complete(a.typed[n.parent])
	}
	if n.flags&isFragment != 0 {
		r.rename(fmt.Sprintf("line-%d", line))
	}
	if r.Usage != nil && n.flags&hasUsage != 0 {
		r.Entries[0].Usage = r.Usage
	}
	a.calls.distinguish(r)
	a.bound(r, line)
	a.session.index.lack(r, line)
	a.follow(r, n, line)
	a.timestamp = r.date(a.timestamp)
	if number := x.branches[n.root]; number > 0 && n.root != 0 {
		for _, e := range r.Entries {
			e.Branch = branchID(number)
		}
	}
	a.compact(r, n, line)
	return nil
}

// edit replaces the content of this record with that of a later record.
func (a *arranger) edit(r *Record, line int32) error {
	by, isEdited := a.session.index.edits[line]
	editor, canEdit := a.session.format.(Editor)
	if !isEdited || !canEdit {
		return nil
	}
	edited, err := a.session.find(a.file, line)
	if err != nil {
		return err
	}
	edit, err := a.session.find(a.file, by)
	if err == nil {
		*r = editor.Edit(edited, edit.Bytes)
	}
	return err
}

// follow sets the parents. It remembers the line's last entry for the lines that follow it, and all entries for a
// boundary that keeps them.
func (a *arranger) follow(r *Record, n *node, line int32) {
	parent := a.session.index.nodes.at(n.parent)
	if tip, ok := a.tips[n.parent]; ok {
		r.follow(tip)
	} else if n.parent != 0 {
		r.follow(r.Entries[0].ParentID)
	} else {
		r.follow("")
	}
	if n.parent != 0 && parent.flags&hasChildren == 0 {
		delete(a.tips, n.parent)
	}
	if n.flags&hasChild != 0 {
		a.tips[line] = r.Entries[len(r.Entries)-1].ID
	}
	if n.flags&isKept != 0 {
		a.beside[line] = r.shown()
	}
}

// bound adds the data of the preceding boundary to a summary.
func (a *arranger) bound(r *Record, line int32) {
	if r.Boundary != nil {
		a.boundary, a.kept = r.Boundary, a.session.index.keptBeside[line]
	}
	c := r.Entries[0].Compaction
	if c == nil || a.boundary == nil {
		return
	}
	c.Trigger, c.KeepsFirst = a.boundary.Trigger, a.boundary.KeepsFirst
	for _, kept := range a.kept {
		c.Keeps = append(c.Keeps, a.beside[kept]...)
	}
	a.boundary = nil
}

// compact adds to a summary what is kept beside it, and remembers what a later one may keep.
func (a *arranger) compact(r *Record, n *node, line int32) {
	x := a.session.index
	if n.flags&isKeptFrom != 0 {
		a.isKeeping = true
	}
	for _, e := range r.Entries {
		if !e.Active() {
			continue
		}
		if e.Compaction != nil {
			a.keep(e, r.Kept, line)
		}
		if a.isKeeping {
			a.since = append(a.since, placed{line, e.ID})
		}
		if len(x.wanted) > 0 {
			if key := keyOf(e); x.wanted[key] {
				a.found[key] = e.ID
			}
		}
	}
}

func (a *arranger) keep(summary *timeline.Entry, kept []Kept, line int32) {
	if first, ok := a.session.index.keptFrom[line]; ok {
		for _, p := range a.since {
			if p.line >= first {
				summary.Compaction.Keeps = append(summary.Compaction.Keeps, p.id)
			}
		}
		a.forget(line)
	}
	keep(summary, kept, a.found)
}

// forget drops the entries that no compaction after the line keeps.
func (a *arranger) forget(line int32) {
	next := int32(math.MaxInt32)
	for compaction, first := range a.session.index.keptFrom {
		if compaction > line {
			next = min(next, first)
		}
	}
	a.isKeeping = next <= line
	a.since = slices.DeleteFunc(a.since, func(p placed) bool { return p.line < next })
}
