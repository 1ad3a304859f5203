package ptyx

import (
	"sync"
	"time"

	"stead/internal/sys/wake"
)

const (
	// queueLimit is the number of bytes waiting for the sink from which put blocks. One chunk may exceed it.
	queueLimit = 1 << 20

	// queueHigh ends the lingering: so much data waits that the sink should start.
	queueHigh = 256 << 10

	// linger lets bytes gather before the sink is woken. Linux returns at most 4 KiB per read of a terminal, and a wake-up
	// for each of them would take the processor away from the relay.
	linger = 5 * time.Millisecond

	// mergeWindow and mergeLimit say which chunks are merged: no eye notices 2 ms, and a recorded event stays small.
	mergeWindow = 2 * time.Millisecond
	mergeLimit  = 64 << 10
)

// Queue passes the data of a relay to a slower Sink on a goroutine of its own, in order and without loss. If it is
// full, it blocks the caller. Close it to have everything delivered.
type Queue struct {
	sink Sink

	access  sync.Mutex
	space   sync.Cond
	waiting batch
	closed  bool

	ready, high chan struct{} // something waits; much waits
	done        chan struct{}
}

// batch is a sequence of events with their bytes one after the other, so that a chunk costs a copy and no allocation.
type batch struct {
	bytes  []byte
	events []event
}

type event struct {
	kind   eventKind
	at     time.Time
	length int
	size   Size
}

type eventKind uint8

const (
	output eventKind = iota
	input
	resize
)

// NewQueue starts the goroutine that feeds sink.
func NewQueue(sink Sink) *Queue {
	q := &Queue{sink: sink, ready: make(chan struct{}, 1), high: make(chan struct{}, 1), done: make(chan struct{})}
	q.space.L = &q.access
	go q.run()
	return q
}

// Output implements Sink.
func (q *Queue) Output(at time.Time, chunk []byte) { q.put(event{kind: output, at: at}, chunk) }

// Input implements Sink.
func (q *Queue) Input(at time.Time, chunk []byte) { q.put(event{kind: input, at: at}, chunk) }

// Resize implements Sink.
func (q *Queue) Resize(at time.Time, rows, columns uint16) {
	q.put(event{kind: resize, at: at, size: Size{Rows: rows, Columns: columns}}, nil)
}

// Flush implements Sink. The queue flushes its own sink whenever it is empty.
func (q *Queue) Flush() {}

// Close waits until everything has been delivered and the goroutine has ended. The caller must not use the queue
// afterwards.
func (q *Queue) Close() {
	q.access.Lock()
	q.closed = true
	q.access.Unlock()
	wake.Notify(q.ready)
	wake.Notify(q.high)
	<-q.done
}

func (q *Queue) put(e event, chunk []byte) {
	q.access.Lock()
	defer q.access.Unlock()
	for len(q.waiting.bytes) >= queueLimit {
		q.space.Wait()
	}
	q.waiting.add(e, chunk)
	if len(q.waiting.events) == 1 {
		wake.Notify(q.ready)
	}
	if len(q.waiting.bytes) >= queueHigh {
		wake.Notify(q.high)
	}
}

func (b *batch) add(e event, chunk []byte) {
	e.length = len(chunk)
	b.bytes = append(b.bytes, chunk...)
	if n := len(b.events); n > 0 && b.events[n-1].absorbs(e) {
		b.events[n-1].length += e.length
		return
	}
	b.events = append(b.events, e)
}

func (e event) absorbs(next event) bool {
	return e.kind == next.kind && e.kind != resize && e.length+next.length <= mergeLimit && next.at.Sub(e.at) < mergeWindow
}

func (q *Queue) run() {
	defer close(q.done)
	var spare batch
	for {
		<-q.ready
		q.linger()
		taken, closed := q.take(spare)
		q.deliver(taken)
		q.sink.Flush()
		if closed {
			return
		}
		spare = batch{bytes: taken.bytes[:0], events: taken.events[:0]}
	}
}

func (q *Queue) linger() {
	timer := time.NewTimer(linger)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-q.high:
	}
}

// take swaps the waiting batch for an empty one.
func (q *Queue) take(empty batch) (taken batch, closed bool) {
	q.access.Lock()
	defer q.access.Unlock()
	taken, q.waiting = q.waiting, empty
	q.space.Broadcast()
	return taken, q.closed
}

func (q *Queue) deliver(b batch) {
	rest := b.bytes
	for _, e := range b.events {
		chunk := rest[:e.length]
		rest = rest[e.length:]
		switch e.kind {
		case output:
			q.sink.Output(e.at, chunk)
		case input:
			q.sink.Input(e.at, chunk)
		case resize:
			q.sink.Resize(e.at, e.size.Rows, e.size.Columns)
		}
	}
}
