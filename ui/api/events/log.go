// Package events is one stream of changes for any number of readers. Each reader gets each event once and in order,
// even if its connection was cut and it comes back with the id of the last event that it has seen.
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
	// ID is the event's place in its stream. It is set by the [Log].
	ID string `json:"-"`
	// Type is what changed: a topic, or [Ready] or [Reset].
	Type string `json:"-"`
	// Ref names what changed, Revision tells its states apart.
	Ref      string `json:"ref,omitempty" doc:"the reference of a session, the id of all else, the name of a machine; desk/... on another one"`
	Revision string `json:"rev,omitempty" doc:"tells two states of it apart"`
	// State is what it is now, in a word, where that is all that most readers want to know.
	State string `json:"state,omitempty" doc:"what a run, a contest or a chain does now; gone for what was deleted; there or away for a machine"`
}

// The types of events that are about the stream itself.
const (
	// Ready begins a stream that begins now: what is looked up from here on, and the events that follow, together leave
	// nothing out.
	Ready = "ready"
	// Reset begins a stream that cannot go on where its reader stopped: all that the reader knows may be old.
	Reset = "reset"
)

// kept is how many events a reader can come back to. An hour of a busy machine has some thousand.
const kept = 8192

// Log holds the last events. It is safe for use by several goroutines.
type Log struct {
	// name tells this log from that of an earlier process, whose ids mean nothing here.
	name   string
	access sync.Mutex
	// count is how many events there were, the last of which are in ring, each at its number modulo the ring's size.
	count uint64
	ring  [kept]Event
	// more is closed when there are more.
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

// Reader reads a log. It is not safe for use by several goroutines.
type Reader struct {
	log *Log
	// next is the number of the next event, counted from 0; first is what begins the stream.
	next  uint64
	first []Event
}

// Reader returns who reads what comes after an event, by its id: all that comes from now on for an empty one.
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

// number returns how many events there were up to an id, if all that follow are still there.
func (l *Log) number(id string) (n uint64, ok bool) {
	name, text, _ := strings.Cut(id, "-")
	n, err := strconv.ParseUint(text, 10, 64)
	return n, err == nil && name == l.name && n <= l.count && l.count-n <= kept
}

// mostAtOnce is how many events a reader is given at once.
const mostAtOnce = 256

// Next returns the next events, at least one, when there are some. A reader that has fallen too far behind is told so
// by a [Reset]. The error is that of ctx.
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

// take returns the events that are there, or else what tells of more.
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
