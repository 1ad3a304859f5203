package queue

import (
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// alone are the jobs that this machine has given back and leaves alone for a while, by their sequences: the hub, which
// does not know whose a job is, offers them to the others meanwhile.
type alone struct {
	access sync.Mutex
	until  map[uint64]pause

	offered map[string]offer // when the hub had nothing else of a subject; Run's alone
}

// offer is a moment of the queue: the sequence of its last job, and the time.
type offer struct {
	last uint64
	at   time.Time
}

// pause is for how long a job is left alone.
type pause struct {
	subject string
	end     time.Time
}

// leave has a job be left alone from now on.
func (a *alone) leave(m jetstream.Msg, d time.Duration) {
	a.access.Lock()
	defer a.access.Unlock()
	a.until[sequence(m)] = pause{m.Subject(), time.Now().Add(d)}
}

// has reports whether a job is left alone.
func (a *alone) has(m jetstream.Msg) bool {
	a.access.Lock()
	defer a.access.Unlock()
	return time.Now().Before(a.until[sequence(m)].end)
}

// of is how many jobs of a subject are left alone.
func (a *alone) of(subject string) (number int) {
	a.access.Lock()
	defer a.access.Unlock()
	for one, p := range a.until {
		switch {
		case !time.Now().Before(p.end):
			delete(a.until, one)
		case p.subject == subject:
			number++
		}
	}
	return number
}

// sequence is a job's place in the queue, 0 for what is none.
func sequence(m jetstream.Msg) uint64 {
	if d, err := m.Metadata(); err == nil {
		return d.Sequence.Stream
	}
	return 0
}
