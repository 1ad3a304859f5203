// Package events provides one stream of changes for any number of readers. Each reader gets each event once and in
// order, even if its connection was cut and it comes back with the id of the last event that it saw.
//
// An event says what changed, not its new state. So the stream stays small, and a reader that has missed too much loses
// nothing by reading everything again.
package events

import (
	"context"
	"crypto/rand"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// Event is a change.
type Event struct {
	// ID is the event's place in its stream. The [Log] sets it.
	ID string `json:"-"`
	// Type is what changed: a topic, or [Ready] or [Reset].
	Type string `json:"-"`
	// Ref names the changed object. Revision tells its states apart.
	Ref      string `json:"ref,omitempty" doc:"the reference of a session, the id of all else, the name of a machine; desk/... on another one"`
	Revision string `json:"rev,omitempty" doc:"tells two states of it apart"`
	// State is the object's new state, in one word, for topics where most readers need nothing else.
	State string `json:"state,omitempty" doc:"what a run, a contest or a chain does now; gone for what was deleted; there or away for a machine"`
}

// The types of events about the stream itself.
const (
	// Ready begins a stream that starts now. What the reader looks up after it and the events that follow, together, leave
	// nothing out.
	Ready = "ready"
	// Reset begins a stream that cannot continue where its reader stopped: everything that the reader knows may be out of
	// date.
	Reset = "reset"
)

// kept is the number of events to which a reader can return. A busy machine produces some thousand per hour.
const kept = 8192

// Log holds the most recent events. It is safe for concurrent use.
type Log struct {
	// name distinguishes this log from that of an earlier process, whose ids mean nothing here.
	name   string
	access sync.Mutex
	// count is the number of events so far. The last of them are in ring, each at its number modulo the ring's size.
	count uint64
	ring  [kept]Event
	// more is closed when another event is added.
	more chan struct{}
}

// New returns a log without events.
func New() *Log { return &Log{name: rand.Text()[:8], more: make(chan struct{})} }

// Add adds an event.
func (l *Log) Add(e Event) {
	l.access.Lock()
	defer l.access.Unlock()
	e.ID = l.id(l.count + 1)
	l.ring[l.count%kept] = e
	l.count++
	close(l.more)
	l.more = make(chan struct{})
}

func (l *Log) id(n uint64) string { return fmt.Sprintf("%s-%d", l.name, n) }

// Reader reads a log. It is not safe for concurrent use.
type Reader struct {
	log *Log
	// next is the number of the next event, counted from 0. First holds the event that begins the stream.
	next  uint64
	first []Event
}

// Reader returns a reader of the events after the one with the given id. For an empty id it begins with the next event.
func (l *Log) Reader(after string) *Reader {
	l.access.Lock()
	defer l.access.Unlock()
	if n, ok := l.number(after); ok {
		return &Reader{log: l, next: n}
	}
	begins := Ready
	if after != "" {
		begins = Reset
	}
	return &Reader{log: l, next: l.count, first: []Event{{ID: l.id(l.count), Type: begins}}}
}

// number returns the number of events up to id. Ok is false unless all later events are still there.
func (l *Log) number(id string) (n uint64, ok bool) {
	name, text, _ := strings.Cut(id, "-")
	n, err := strconv.ParseUint(text, 10, 64)
	return n, err == nil && name == l.name && n <= l.count && l.count-n <= kept
}

// mostAtOnce is the maximum number of events that one call of Next returns.
const mostAtOnce = 256

// Next returns the next events. It waits until there is at least one. A reader that has fallen too far behind gets a
// [Reset]. The error is that of ctx.
func (r *Reader) Next(ctx context.Context) ([]Event, error) {
	for {
		found, more := r.take()
		if len(found) > 0 {
			return found, nil
		}
		select {
		case <-more:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// take returns the available events. If there are none, it returns a channel that is closed when there are.
func (r *Reader) take() ([]Event, <-chan struct{}) {
	if first := r.first; first != nil {
		r.first = nil
		return first, nil
	}
	l := r.log
	l.access.Lock()
	defer l.access.Unlock()
	if l.count-r.next > kept {
		r.next = l.count
		return []Event{{ID: l.id(l.count), Type: Reset}}, nil
	}
	var found []Event
	for ; r.next < l.count && len(found) < mostAtOnce; r.next++ {
		found = append(found, l.ring[r.next%kept])
	}
	return found, l.more
}
