package sharing

import (
	"maps"
	"slices"
	"sync/atomic"

	"stead/internal/sys/wake"
	"stead/internal/term/ptyx"
)

// clients holds the users' terminals at a hub. One of them has the keyboard. All methods but supersede require the lock
// of the hub.
type clients struct {
	writer   *Client                // nil if there is none
	changing atomic.Pointer[Client] // the writer, for callers that cannot wait for the lock
	set      map[*Client]struct{}
	came     chan struct{} // closed while there is a writer
	visited  chan struct{} // closed when the first writer has attached
	changed  chan struct{} // closed when a client has attached, left or become the writer
}

func newClients() *clients {
	return &clients{set: map[*Client]struct{}{}, came: make(chan struct{}), visited: make(chan struct{}),
		changed: make(chan struct{})}
}

// supersede ends a blocked write to the current writer's terminal, so that the lock is released.
func (s *clients) supersede() {
	if w := s.changing.Load(); w != nil {
		w.yielded.Fire()
	}
}

// hand makes a client the writer. The previous writer only watches from now on.
func (s *clients) hand(client *Client) {
	if earlier := s.writer; earlier != nil {
		earlier.direct = false
		earlier.feed.offer([]byte(takenOver))
	}
	s.writer, client.direct = client, true
	s.changing.Store(client)
}

// takenOver rings the bell and says in the window title that another terminal has the keyboard: text on the screen
// would interfere with that of the program.
const takenOver = "\a\x1b]2;stead: taken over by another terminal, watching only\a"

func (s *clients) add(client *Client) {
	s.set[client] = struct{}{}
	s.tellChange()
}

// tellWriter informs the waiting goroutines that a writer has attached.
func (s *clients) tellWriter() {
	closeOnce(s.came)
	closeOnce(s.visited)
}

// closeOnce closes a channel that may already be closed.
func closeOnce(c chan struct{}) {
	select {
	case <-c:
	default:
		close(c)
	}
}

// remove removes a client, and reports whether it was the writer.
func (s *clients) remove(client *Client) (wrote bool) {
	delete(s.set, client)
	if s.writer != client {
		return false
	}
	s.writer = nil
	s.changing.CompareAndSwap(client, nil)
	s.came = make(chan struct{})
	return true
}

// tellChange informs the waiting goroutines that a client has attached or left.
func (s *clients) tellChange() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// show writes to all terminals. It waits only for the writer's terminal, and only for a short time and until cancel
// fires.
func (s *clients) show(chunk []byte, cancel *wake.Event) {
	if s.writer != nil {
		s.writer.show(chunk, cancel)
	}
	for client := range s.set {
		if client != s.writer {
			client.feed.offer(chunk)
		}
	}
}

// fit informs all terminals of the size of the program's terminal.
func (s *clients) fit(size ptyx.Size) {
	for client := range s.set {
		client.fit(size)
	}
}

// people counts the terminals at which a person sits.
func (s *clients) people() (n int) {
	for client := range s.set {
		if !client.aside {
			n++
		}
	}
	return n
}

func (s *clients) all() []*Client { return slices.Collect(maps.Keys(s.set)) }
