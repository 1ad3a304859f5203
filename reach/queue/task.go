package queue

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// do does a job, or refuses it.
func (w *Worker) do(ctx context.Context, m jetstream.Msg) {
	alive, stop := context.WithCancel(ctx)
	defer stop()
	w.tasks.Go(func() { w.beat(alive, m) })
	job, err := read(m.Subject(), m.Headers(), m.Data(), w.options.Trust)
	switch {
	case errors.Is(err, errStranger):
		w.giveBack(m, w.options.AckWait) // the list of machines may be behind
		return
	case err != nil:
		w.options.Refused(err)
		_ = m.Term() // unheard, it is refused again
		return
	}
	err = w.act(ctx, job)
	stop()
	var later *Later
	switch {
	case ctx.Err() != nil:
		w.giveBack(m, 0)
	case errors.As(err, &later):
		w.giveBack(m, later.For)
	default:
		w.finish(ctx, m)
	}
}

// act begins a job, or resumes it.
func (w *Worker) act(ctx context.Context, job Job) error {
	first, err := w.options.Claim.Claim(ctx, job.ID)
	switch {
	case err != nil:
		return &Later{For: w.options.Poll, Why: err.Error()}
	case first:
		return w.options.Begin(ctx, job)
	default:
		return w.options.Resume(ctx, job)
	}
}

// beat keeps a job from being given to another machine.
func (w *Worker) beat(ctx context.Context, m jetstream.Msg) {
	tick := time.NewTicker(w.options.AckWait / 3)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			_ = m.InProgress() // the next one counts as well
		}
	}
}

// giveBack has the hub offer a job to the others at once, while this machine leaves it alone for a while. Were it the
// hub that waits, an owner that looks at the same rhythm would miss its job each time. Unheard, the hub offers it all
// the same, once its time has ended.
func (w *Worker) giveBack(m jetstream.Msg, while time.Duration) {
	w.alone.leave(m, while)
	_ = m.Nak()
}

// finish takes a job that is over out of the queue. Unheard thrice, it comes back to be resumed, and is found to have
// ended.
func (w *Worker) finish(ctx context.Context, m jetstream.Msg) {
	for range 3 {
		ctx, cancel := context.WithTimeout(ctx, w.options.AckWait/3)
		err := m.DoubleAck(ctx)
		cancel()
		if err == nil {
			return
		}
	}
}
