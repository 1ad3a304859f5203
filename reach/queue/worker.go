package queue

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
)

// Worker takes jobs for this machine.
type Worker struct {
	js      jetstream.JetStream
	options Options
	woken   chan struct{}
	tasks   sync.WaitGroup
	alone   alone

	mu   sync.Mutex
	busy int

	// What follows is Run's alone.
	stream    jetstream.Stream
	kinds     []kind                        // those that may have a job for this machine
	last      uint64                        // the sequence of the queue's last job
	served    map[string]int                // the last turn of each project and subject
	turn      int                           // how many jobs were taken
	consumers map[string]jetstream.Consumer // by subject
}

// NewWorker makes a worker. [Worker.Run] has it work.
func NewWorker(js jetstream.JetStream, o Options) *Worker {
	return &Worker{
		js: js, options: o.filled(), woken: make(chan struct{}, 1),
		alone:  alone{until: map[uint64]pause{}, offered: map[string]offer{}},
		served: map[string]int{}, consumers: map[string]jetstream.Consumer{},
	}
}

// patience is for how long an answer of the hub is waited for. A request that was written just before a connection
// broke never gets one.
const patience = 5 * time.Second

// Run takes jobs and does them until the context ends. It waits for the jobs that it does then, whose contexts end as
// well, and returns the context's error. A hub that cannot be reached is asked again; the error is that of a closed
// connection.
func (w *Worker) Run(ctx context.Context) error {
	defer w.tasks.Wait()
	news, err := w.js.Conn().Subscribe(layout.Jobs(w.options.Machine.User), func(*nats.Msg) { w.wake() })
	if err != nil {
		return fmt.Errorf("wait for jobs: %w", err)
	}
	defer news.Unsubscribe() //nolint:errcheck // a closed connection has no subscriptions
	poll := time.NewTimer(around(w.options.Poll))
	defer poll.Stop()
	w.look(ctx)
	for {
		for w.isFree() && w.next(ctx) {
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-w.woken:
		case <-poll.C:
		}
		poll.Reset(around(w.options.Poll))
		if w.js.Conn().IsClosed() {
			return nats.ErrConnectionClosed
		}
		w.look(ctx)
	}
}

// around is a random time between a half and one and a half of another: of two machines that look at the same rhythm,
// one would always be first.
func around(d time.Duration) time.Duration { return d/2 + rand.N(d) }

// wake has Run look for jobs.
func (w *Worker) wake() {
	select {
	case w.woken <- struct{}{}:
	default:
	}
}

// Busy is how many jobs the worker works at.
func (w *Worker) Busy() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.busy
}

func (w *Worker) isFree() bool { return w.Busy() < w.options.Slots }

func (w *Worker) count(change int) {
	w.mu.Lock()
	w.busy += change
	busy := w.busy
	w.mu.Unlock()
	w.options.Changed(busy)
}

// look lists the kinds that may have a job for this machine. A hub that does not answer has none for now.
func (w *Worker) look(ctx context.Context) {
	w.kinds = w.kinds[:0]
	if !w.isFree() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	info, err := w.subjects(ctx)
	if err != nil {
		return
	}
	w.last = info.State.LastSeq
	offers := w.options.offers()
	for subject := range info.State.Subjects {
		if k, ok := kindOf(subject); ok && k.user == w.options.Machine.User && k.fits(offers) {
			w.kinds = append(w.kinds, k)
		}
	}
}

// subjects asks the hub which subjects have jobs.
func (w *Worker) subjects(ctx context.Context) (info *jetstream.StreamInfo, err error) {
	if w.stream == nil {
		if w.stream, err = w.js.Stream(ctx, layout.Queue); err != nil {
			return nil, err
		}
	}
	return w.stream.Info(ctx, jetstream.WithSubjectFilter(layout.Jobs(w.options.Machine.User)))
}

// fits reports whether a machine that offers something has all that the kind's jobs need.
func (k kind) fits(offers map[string]bool) bool {
	return !slices.ContainsFunc(k.needs, func(need string) bool {
		return !offers[need] &&
			!strings.HasPrefix(need, ofAccount)
	})
}

// next takes a job of the kind whose turn it is. Kinds that have none for this machine now are passed over until it
// looks again. Taken is false when no kind has one.
func (w *Worker) next(ctx context.Context) (taken bool) {
	for len(w.kinds) > 0 && ctx.Err() == nil {
		i := w.foremost()
		k := w.kinds[i]
		if w.take(ctx, k) {
			w.turn++
			w.served[k.project], w.served[k.subject] = w.turn, w.turn
			return true
		}
		w.kinds = slices.Delete(w.kinds, i, i+1)
	}
	return false
}

// foremost is the kind whose project, and among its kinds which itself, has waited longest.
func (w *Worker) foremost() int {
	best := 0
	for i, k := range w.kinds {
		b := w.kinds[best]
		p, q := w.served[k.project], w.served[b.project]
		if p < q || p == q && (w.served[k.subject] < w.served[b.subject] || w.served[k.subject] == w.served[b.subject] &&
			k.subject < b.subject) {
			best = i
		}
	}
	return best
}
