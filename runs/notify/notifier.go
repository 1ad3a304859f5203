package notify

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// Channel is a way to reach the user.
type Channel interface {
	// Name says in a word which channel it is: "webhook".
	Name() string
	// Send passes an event on. Calls never overlap. Send must return when the context ends.
	Send(context.Context, Event) error
}

// Options configure a notifier.
type Options struct {
	Filter   Filter
	Quiet    Quiet
	Channels []Channel
	// Now returns the current time, in the user's time zone.
	Now func() time.Time
	// Failed is called with the error when an event did not reach the user. It must be safe for concurrent use.
	Failed func(error)
}

// Notifier passes events to all channels. The caller must close it.
type Notifier struct {
	// ctx ends when the channels must give up.
	ctx  context.Context
	stop context.CancelFunc

	access  sync.RWMutex
	options Options
	queues  []chan Event
	working sync.WaitGroup
}

// Limits for the delivery.
const (
	// queued is how many events may wait for a slow channel. Further ones are dropped, which is reported.
	queued = 16
	// patience is the time limit of a channel for one event.
	patience = 20 * time.Second
	// farewell is the time limit for the last events once the notifier is closed.
	farewell = 3 * time.Second
)

// New returns a notifier whose channels are running.
func New(o Options) *Notifier {
	n := &Notifier{}
	n.ctx, n.stop = context.WithCancel(context.Background())
	n.Set(o)
	return n
}

// Set changes the notifier's options. The previous channels still send their queued notifications. It must not be
// called after Close.
func (n *Notifier) Set(o Options) {
	n.access.Lock()
	defer n.access.Unlock()
	n.closeQueues()
	n.options = o
	for _, channel := range o.Channels {
		queue := make(chan Event, queued)
		n.queues = append(n.queues, queue)
		n.working.Go(func() { n.serve(channel, queue, o.Failed) })
	}
}

func (n *Notifier) closeQueues() {
	for _, queue := range n.queues {
		close(queue)
	}
	n.queues = nil
}

// Notify passes the event on if the user wants it. It never blocks. It must not be called after Close.
func (n *Notifier) Notify(e Event) {
	n.access.RLock()
	defer n.access.RUnlock()
	if !n.options.Filter.Passes(e) || n.options.Quiet.Covers(n.options.Now()) {
		return
	}
	e = e.clean()
	for i, queue := range n.queues {
		select {
		case queue <- e:
		default:
			n.options.Failed(fmt.Errorf("notify by %s: too many notifications already wait for it; left out: %s",
				n.options.Channels[i].Name(), e.Text()))
		}
	}
}

// now returns the current time of the notifier's clock.
func (n *Notifier) now() time.Time {
	n.access.RLock()
	defer n.access.RUnlock()
	return n.options.Now()
}

// Close waits until the last events have been sent, but only for a short time.
func (n *Notifier) Close() {
	n.access.Lock()
	n.closeQueues()
	n.access.Unlock()
	giveUp := time.AfterFunc(farewell, n.stop)
	n.working.Wait()
	giveUp.Stop()
	n.stop()
}

func (n *Notifier) serve(channel Channel, queue <-chan Event, failed func(error)) {
	for e := range queue {
		ctx, cancel := context.WithTimeout(n.ctx, patience)
		if err := channel.Send(ctx, e); err != nil {
			failed(fmt.Errorf("notify by %s: %w", channel.Name(), err))
		}
		cancel()
	}
}
