package sharing

import (
	"maps"
	"slices"
	"sync/atomic"

	"stead/internal/sys/wake"
	"stead/internal/term/ptyx"
)

// clients are the users' terminals at a hub, of which one has the keyboard. Their hub is locked, but for supersede.
type clients struct {
	writer   *Client                // nil for none
	changing atomic.Pointer[Client] // the writer, for those who cannot wait for the lock
	set      map[*Client]struct{}
	came     chan struct{} // closed while there is a writer
	visited  chan struct{} // closed when the first writer has come
	changed  chan struct{} // closed when a client has come, gone or become the writer
}

func newClients() *clients {
	return &clients{set: map[*Client]struct{}{}, came: make(chan struct{}), visited: make(chan struct{}),
		changed: make(chan struct{})}
}

// supersede ends a write to the present writer's terminal that blocks, and with it the lock.
func (s *clients) supersede() {
	if w := s.changing.Load(); w != nil {
		w.yielded.Fire()
	}
}

// hand makes a client the writer. The one before looks on from now on.
func (s *clients) hand(client *Client) {
	if earlier := s.writer; earlier != nil {
		earlier.direct = false
		earlier.feed.offer([]byte(takenOver))
	}
	s.writer, client.direct = client, true
	s.changing.Store(client)
}

// takenOver rings and tells in the window's title that another terminal has the keyboard: text on the screen would be
// the program's.
const takenOver = "\a\x1b]2;stead: taken over by another terminal, watching only\a"

func (s *clients) add(client *Client) {
	s.set[client] = struct{}{}
	s.tellChange()
}

// tellWriter tells who waits that a writer has come.
func (s *clients) tellWriter() {
	closeOnce(s.came)
	closeOnce(s.visited)
}

// closeOnce closes a channel that may be closed already.
func closeOnce(c chan struct{}) {
	select {
	case <-c:
	default:
		close(c)
	}
}

// remove takes a client away, and reports whether it was the writer.
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

// tellChange tells who waits that somebody has come or gone.
func (s *clients) tellChange() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// show writes to all terminals. Only the writer's is waited for, and not for long, nor beyond cancel.
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

// fit tells all terminals the size of the program's.
func (s *clients) fit(size ptyx.Size) {
	for client := range s.set {
		client.fit(size)
	}
}

func (s *clients) all() []*Client { return slices.Collect(maps.Keys(s.set)) }
