package index

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"stead/adapters/adapter"
	"stead/catalog/piece"
	"stead/internal/sys/regular"
	"stead/readers"
	"stead/timeline"
)

// task is a session whose texts are to be read.
type task struct {
	n       int64
	summary timeline.Summary
	turns   int
	// What is remembered of the place, when it was read last.
	place     int64
	isFile    bool
	beside    int64
	from      readers.Position
	headHash  int64
	was       int64
	openCalls string
	// within says that it is known which session has all of this one, and that there is one.
	isWithin bool
}

func (t *task) location() adapter.Location {
	return adapter.Location{Path: t.summary.Path, ID: t.summary.ID}
}

// batch is a part of what was read of a session.
type batch struct {
	pieces []placed
	size   int
	// begins says that all that is known of the session is to be forgotten, ends that nothing follows.
	begins, ends *outcome
}

// outcome is how a reading began, or how it ended.
type outcome struct {
	isResumed bool
	turns     int
	counts    counts
	read      int64
	// until is where the next reading can go on: zero where it must begin anew.
	until    readers.Position
	headHash int64
	was      int64
	open     string
	// within is the session that has all that was said in this one, turns is up to which turn it repeats others.
	within  int64
	turnsOf map[int64]int
	// isCut says that it has more pieces than the index can hold.
	isCut bool
	err   error
}

// openCall is a call without a result.
type openCall struct {
	// Words are the tool's names in the index, Tool is the one under which it is counted.
	Words string `json:"words"`
	Tool  string `json:"tool"`
}

// errUnknownCall says that a result answers a call that was not seen.
var errUnknownCall = errors.New("the result of an unknown call")

// extraction reads one session.
type extraction struct {
	task
	ctx         context.Context
	reader      readers.Reader
	isListed    func(cli, id string) bool
	kinOf       func(context.Context, task, *timeline.Lineage) (*kin, error)
	kin         *kin
	after, upTo int               // the records that stead delivered
	emit        func(batch) error // what was read, in order
	batch       batch

	edges     int64 // see edgesOf
	isResumed bool
	splitter  piece.Splitter
	open      map[string]openCall
	// child is the number of the sub-agent that is being read, childTurn the turn in which it was started. Started are the
	// turns of such calls.
	child, childTurn int
	started          map[string]int
	count            counts
	last             *timeline.Record
	isLastShown      bool // it has entries that are not hidden
	err              error
}

// fullBatch is how much text is handed on at once, in bytes.
const fullBatch = 1 << 20

func (x *extraction) send(p placed) {
	x.batch.pieces = append(x.batch.pieces, p)
	if x.batch.size += len(p.Body) + len(p.Path) + 64; x.batch.size >= fullBatch {
		x.flush()
	}
}

func (x *extraction) flush() {
	if err := x.emit(x.batch); err != nil {
		x.err = err
	}
	x.batch = batch{}
}

// run reads the session: what was appended, if it can, else all of it.
func (x *extraction) run() {
	before := readers.LookAt(x.summary.Path)
	x.edges = x.edgesOf(before)
	if x.canResume(before) && x.resume(before) {
		return
	}
	x.isResumed, x.err = false, nil
	x.begin()
	err := x.whole()
	x.end(before, 0, err)
}

func (x *extraction) begin() {
	x.batch = batch{begins: &outcome{isResumed: x.isResumed}}
	x.open, x.started, x.splitter = map[string]openCall{}, map[string]int{}, piece.Splitter{}
	x.count, x.child, x.last, x.kin = newCounts(), 0, nil, nil
}

// canResume reports whether the file is the one that was read, and longer.
func (x *extraction) canResume(now readers.File) bool {
	if _, ok := x.reader.(readers.Resumer); !ok || !x.isFile || x.isWithin {
		return false
	}
	if x.from.Offset == 0 || now.Size <= x.from.Offset || x.was != wasOf(now, x.beside) {
		return false
	}
	hash, err := headHash(x.summary.Path, x.from.Offset)
	return err == nil && hash == x.headHash
}

func wasOf(f readers.File, beside int64) int64 {
	return digest(fmt.Sprint(f.Inode), fmt.Sprint(beside))
}

// resume reads what was appended. It reports whether that is enough.
func (x *extraction) resume(before readers.File) bool {
	x.isResumed = true
	x.begin()
	x.splitter = piece.Splitter{Turn: x.turns, Tools: map[string]string{}}
	if x.openCalls != "" && json.Unmarshal([]byte(x.openCalls), &x.open) != nil {
		return false
	}
	for id, call := range x.open {
		x.splitter.Tools[id] = call.Words
	}
	x.count.model = x.summary.Model
	for e, err := range x.reader.(readers.Resumer).From(x.ctx, x.location(), x.from) {
		if err != nil {
			return x.giveUp()
		}
		x.take(e)
		if x.err != nil {
			return x.giveUp()
		}
	}
	x.turns = x.splitter.Turn
	x.end(before, x.from.Offset, nil)
	return true
}

// giveUp ends a reading of what was appended: the session is to be read from its beginning, unless the context has
// ended. What was sent already is then forgotten.
func (x *extraction) giveUp() bool { return x.ctx.Err() != nil }

func (x *extraction) take(e *timeline.Entry) {
	if e.Native != nil && e.Native.Session == "" && (x.last == nil || e.Native.Raw != nil &&
		e.Native.Offset >= x.last.Offset) {
		x.last, x.isLastShown = e.Native, false
	}
	x.isLastShown = x.isLastShown || !e.Hidden && e.Native != nil && x.last != nil && e.Native.Line == x.last.Line
	x.entry(e)
}

// whole reads the session from its beginning, with those of its sub-agents that no list shows.
func (x *extraction) whole() error {
	stream, err := x.reader.Open(x.ctx, x.location())
	if err != nil {
		return err
	}
	x.count.model = stream.Header.Model.Model
	if x.kin, err = x.kinOf(x.ctx, x.task, stream.Header.Lineage); err != nil {
		return err
	}
	for e, err := range stream.Entries {
		if err != nil {
			return err
		}
		x.take(e)
		if x.err != nil {
			return x.err
		}
	}
	x.turns = x.splitter.Turn
	next := 0
	return x.children(stream.Children, &next)
}

// children reads the sessions of sub-agents, in depth. Next is the number of the last one.
func (x *extraction) children(streams []timeline.Stream, next *int) error {
	for _, child := range streams {
		*next++
		if number := *next; !x.isListed(x.summary.CLI, child.Header.ID) {
			x.child, x.count.model, x.splitter = number, child.Header.Model.Model, piece.Splitter{}
			if child.Header.Lineage != nil {
				x.childTurn = x.started[child.Header.Lineage.At]
			}
			for e, err := range child.Entries {
				if err != nil {
					return err
				}
				x.entry(e)
			}
		}
		if err := x.children(child.Children, next); err != nil {
			return err
		}
	}
	x.child = 0
	return x.err
}

// end says what a reading came to, unless ctx has ended it.
func (x *extraction) end(before readers.File, from int64, err error) {
	if x.ctx.Err() != nil {
		return
	}
	end := &outcome{isResumed: x.isResumed, turns: x.turns, counts: x.count, err: err, was: wasOf(before, x.beside),
		read: before.Size - from}
	now := readers.LookAt(x.summary.Path)
	if x.isFile && (now.Inode != before.Inode || now.Size < before.Size || x.edges != x.edgesOf(before)) {
		end.err = errors.Join(err, fmt.Errorf("%s was rewritten while it was read", x.summary.Path))
	}
	end.open = openOf(x.open)
	if end.within = x.kin.within(); x.kin != nil {
		end.turnsOf = x.kin.turns
	}
	if x.isFile && end.err == nil && x.last != nil && len(end.open) < maxOpen {
		end.until, end.headHash = x.until()
	}
	x.batch.ends = end
	x.flush()
}

// maxOpen is how long the list of open calls may be in bytes: a session with more is damaged.
const maxOpen = 64 << 10

func openOf(calls map[string]openCall) string {
	if len(calls) == 0 {
		return ""
	}
	open, err := json.Marshal(calls)
	if err != nil {
		return ""
	}
	return string(open)
}

// until returns where the next reading can go on: behind the last record, or at it when it is still being written. One
// that tells something before its line is whole cannot be told again.
func (x *extraction) until() (readers.Position, int64) {
	file, err := regular.Open(x.summary.Path)
	if err != nil {
		return readers.Position{}, 0
	}
	defer file.Close()
	next := readers.Position{Offset: x.last.Offset + int64(len(x.last.Raw)) + 1, Line: x.last.Line + 1}
	var feed [1]byte
	if n, _ := file.ReadAt(feed[:], next.Offset-1); n == 0 || feed[0] != '\n' {
		next = readers.PositionOf(x.last)
		if x.isLastShown {
			return readers.Position{}, 0
		}
	}
	hash, err := hashOf(file, next.Offset)
	if err != nil {
		return readers.Position{}, 0
	}
	return next, hash
}

// edgesOf returns a digest of the beginning and the end of a file as it stood when the reading began: 0 when it cannot
// be read.
func (x *extraction) edgesOf(before readers.File) int64 {
	if !x.isFile {
		return 0
	}
	hash, err := headHash(x.summary.Path, before.Size)
	if err != nil {
		return 0
	}
	return hash
}

func headHash(path string, offset int64) (int64, error) {
	file, err := regular.Open(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	return hashOf(file, offset)
}

// edge is how much of what was read is compared at its beginning and at its end, in bytes.
const edge = 4 << 10

// hashOf returns a digest by which a file is known as the one that was read up to an offset.
func hashOf(file *os.File, offset int64) (int64, error) {
	window := make([]byte, 2*min(edge, offset))
	half := len(window) / 2
	if _, err := file.ReadAt(window[:half], 0); err != nil {
		return 0, err
	}
	if _, err := file.ReadAt(window[half:], offset-int64(half)); err != nil {
		return 0, err
	}
	return digestOf(window), nil
}
