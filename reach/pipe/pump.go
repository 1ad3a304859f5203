package pipe

import (
	"errors"
	"time"

	"github.com/nats-io/nats.go"
)

// run sends pending data until the wire ends.
func (w *wire) run(connected chan nats.Status) {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	defer w.conn.RemoveStatusListener(connected)
	defer w.watchdog.Stop()
	defer func() { _ = w.sub.Unsubscribe() }() // it fails only if the connection to the hub is closed
	message := make([]byte, 0, headLen+maxPayload)
	for {
		for w.compose(&message) {
			if err := w.conn.Publish(w.out, message); errors.Is(err, nats.ErrConnectionClosed) {
				w.fail(ErrHub)
			} // any other error is a lost message, which is sent again
		}
		select {
		case <-w.wake:
		case now := <-ticker.C:
			w.look(now)
		case <-connected:
			w.resume()
		case <-w.done:
			return
		}
	}
}

// compose makes the next message, if there is one to send.
func (w *wire) compose(message *[]byte) bool {
	now := time.Now()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.err != nil {
		return false
	}
	f, ok := w.send.next(now)
	if !ok && !w.due {
		w.settle(now)
		return false
	}
	if f.kind == kindBytes && len(f.payload) == 0 && w.recv.lost {
		f.kind = kindAgain
	}
	f.received, f.read = w.recv.received, w.recv.read
	*message = append(f.head((*message)[:0]), f.payload...)
	w.due, w.told, w.lastOut = false, frame{received: f.received, read: f.read}, now
	return true
}

// settle ends a wire that both sides have closed, or that has waited long enough for the other side.
func (w *wire) settle(now time.Time) {
	if w.closed.IsZero() {
		return
	}
	if w.send.done || w.recv.ended || now.Sub(w.closed) >= linger {
		w.breakOff(ErrGone)
	}
}

// look does what is due after some time: it reports progress, and sends bytes again.
func (w *wire) look(now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.recv.received != w.told.received || w.recv.read != w.told.read || now.Sub(w.lastOut) >= beat {
		w.due = true
	}
	if w.send.stalled(now) {
		w.send.rewind()
		w.send.moved = now
	}
}

// watch breaks the wire if the other side is silent. The sending goroutine cannot do this, because a stuck connection
// to the hub blocks it.
func (w *wire) watch() {
	w.mu.Lock()
	defer w.mu.Unlock()
	left := silence - time.Since(w.lastIn)
	switch {
	case w.err != nil:
	case left > 0:
		w.watchdog.Reset(left)
	default:
		w.breakOff(broken(ErrSilent))
	}
}

// resume sends everything again that may have been lost while the hub was away.
func (w *wire) resume() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.send.rewind()
	w.due = true
}

// receive receives a message from the other side.
func (w *wire) receive(m *nats.Msg) {
	f, err := parse(m.Data)
	if err == nil {
		err = w.take(f, time.Now())
	}
	if err != nil {
		w.fail(broken(err))
	}
}

func (w *wire) take(f frame, now time.Time) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lastIn = now
	space := w.send.space()
	blocked := w.send.sent == w.send.limit
	if err := w.send.take(f, now); err != nil {
		return err
	}
	if w.send.space() > space {
		nudge(w.writable)
	}
	got, err := w.recv.take(f)
	if err != nil {
		return err
	}
	switch {
	case f.kind == kindAgain && f.received == w.send.acked:
		w.send.rewind()
		nudge(w.wake)
	case blocked || w.send.done:
		nudge(w.wake)
	}
	w.note(got)
	return nil
}

// note acts on the meaning of a frame.
func (w *wire) note(got news) {
	switch got {
	case fresh:
		if !w.closed.IsZero() {
			w.recv.discard()
		}
		if w.recv.ended {
			w.due = true
			nudge(w.wake)
			nudge(w.writable)
		}
		nudge(w.readable)
	case stale:
		w.due = true
		nudge(w.wake)
	case early:
		if !w.recv.lost {
			w.recv.lost, w.due = true, true
			nudge(w.wake)
		}
	case nothing:
	}
}
