package queue

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
)

// idle is after which time without a request the hub forgets a kind's consumer.
const idle = time.Hour

// take takes a job of a kind and begins to do it, if there is one, and the limits of its account and project allow it.
// It does not ask again at once for jobs that this machine leaves alone where nothing has come since: their owner would
// not be offered them meanwhile.
func (w *Worker) take(ctx context.Context, k kind) (taken bool) {
	if o := w.alone.offered[k.subject]; o.last == w.last && time.Since(o.at) < 2*w.options.Poll &&
		w.alone.of(k.subject) > 0 {
		return false
	}
	held, ok := w.reserve(ctx, k)
	if !ok {
		return false
	}
	m := w.fetch(ctx, k)
	if m == nil {
		held.release(ctx)
		return false
	}
	w.count(1)
	w.tasks.Go(func() {
		w.do(ctx, m)
		held.release(ctx)
		w.count(-1)
		w.wake()
	})
	return true
}

// fetch asks for a kind's next job. It is nil where there is none, or no answer.
func (w *Worker) fetch(ctx context.Context, k kind) jetstream.Msg {
	consumer, err := w.consumer(ctx, k)
	if err != nil {
		return nil
	}
	batch, err := consumer.FetchNoWait(1 + w.alone.of(k.subject))
	if err != nil {
		delete(w.consumers, k.subject)
		return nil
	}
	next := w.pick(ctx, k, batch.Messages())
	if batch.Error() != nil {
		delete(w.consumers, k.subject) // the hub may have forgotten it
	}
	return next
}

// pick keeps the first job that this machine does not leave alone, and gives back the others: the hub offers those that
// were given back before all that are new. A machine that stops keeps none: the job would be bound to it.
func (w *Worker) pick(ctx context.Context, k kind, offered <-chan jetstream.Msg) (next jetstream.Msg) {
	var others []jetstream.Msg
	for m := range offered { // for a second at most; one that is given back before the end may be offered twice
		if next == nil && ctx.Err() == nil && !w.alone.has(m) {
			next = m
		} else {
			others = append(others, m)
		}
	}
	for _, m := range others {
		_ = m.Nak() // unheard, its time ends by itself
	}
	if next == nil {
		w.alone.offered[k.subject] = offer{w.last, time.Now()} // what has just come it may not have given yet
	}
	return next
}

// consumer is the one that all machines share for a kind: the filters of a work queue's consumers may not overlap.
func (w *Worker) consumer(ctx context.Context, k kind) (jetstream.Consumer, error) {
	if c, ok := w.consumers[k.subject]; ok {
		return c, nil
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	sum := sha256.Sum256([]byte(k.subject))
	c, err := w.js.CreateOrUpdateConsumer(ctx, layout.Queue, jetstream.ConsumerConfig{
		Durable: hex.EncodeToString(sum[:16]), FilterSubject: k.subject, AckPolicy: jetstream.AckExplicitPolicy,
		AckWait:       w.options.AckWait,
		MaxAckPending: -1, InactiveThreshold: idle,
	})
	if err == nil {
		w.consumers[k.subject] = c
	}
	return c, err
}
