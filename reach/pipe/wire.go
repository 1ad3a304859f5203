package pipe

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	tick = time.Second
	// stall is the time without an answer after which bytes are sent again. Linger is how long a closed connection tries
	// to deliver its last bytes.
	stall  = 2 * time.Second
	linger = 5 * time.Second
	// beat is how often a side that has nothing to send shows that it is alive. Silence is the time without a message
	// after which the other side counts as gone.
	beat    = 5 * time.Second
	silence = 18 * time.Second
	// tell is how many bytes the program reads before the other side is told. It is small enough that the window never
	// becomes empty.
	tell = window / 4
)

var (
	// ErrSilent says that the other machine has not answered for 18 seconds.
	ErrSilent = errors.New("the other machine does not answer any more")
	// ErrHub says that this machine has closed its connection to the hub.
	ErrHub = errors.New("the connection to the hub is closed")
	// ErrRevoked says that the other machine was revoked while it was connected.
	ErrRevoked = errors.New("the other machine no longer belongs to the hub")
	// ErrGone says that the other machine has closed the connection.
	ErrGone = errors.New("the other machine has closed the connection")
)

// A wire is a net.Conn without encryption. One goroutine sends all its messages, so that neither Write nor Close waits
// for the hub.
type wire struct {
	conn   *nats.Conn
	out    string
	sub    *nats.Subscription
	local  Addr
	remote Addr

	mu   sync.Mutex
	send outgoing
	recv incoming
	// due says that the other side must be told how far this side has received and read. Told is the last such report.
	due  bool
	told frame
	// lastIn is when the other side last sent a message, lastOut when this side did.
	lastIn, lastOut time.Time
	// closing says that the last message comes now, which needs no space in the window. Closed is when this side has
	// closed the wire.
	closing bool
	closed  time.Time
	err     error

	// readable and writable hold a token when that may have changed, and wake when there may be something to send. Done is
	// closed at the end.
	readable, writable, wake chan struct{}
	done                     chan struct{}
	readBy, writeBy          *deadline
	watchdog                 *time.Timer
}

// open begins a wire that sends to the subject out and receives from the subject in.
func open(conn *nats.Conn, in, out string, local, remote Addr) (*wire, error) {
	now := time.Now()
	w := &wire{
		conn: conn, out: out, local: local, remote: remote, send: outgoing{limit: window}, lastIn: now, lastOut: now,
		readable: make(chan struct{}, 1), writable: make(chan struct{}, 1), wake: make(chan struct{}, 1),
		done:   make(chan struct{}),
		readBy: newDeadline(), writeBy: newDeadline(),
	}
	sub, err := conn.Subscribe(in, w.receive)
	if err != nil {
		return nil, err
	}
	w.sub = sub
	// A well-behaved other side can have at most two windows in transit. Anything beyond that is dropped, and asked for
	// again.
	err = sub.SetPendingLimits(4096, 4*window)
	if err != nil {
		return nil, errors.Join(err, sub.Unsubscribe())
	}
	sub.SetClosedHandler(func(string) { w.fail(ErrHub) })
	w.mu.Lock()
	w.watchdog = time.AfterFunc(silence, w.watch)
	w.mu.Unlock()
	go w.run(conn.StatusChanged(nats.CONNECTED))
	return w, nil
}

func nudge(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// Read reads the other side's bytes. It returns io.EOF after the other side has closed the connection,
// os.ErrDeadlineExceeded, or the reason why the wire broke.
func (w *wire) Read(p []byte) (int, error) {
	for {
		past := w.readBy.wait()
		if n, err := w.read(p); n > 0 || err != nil || len(p) == 0 {
			return n, err
		}
		select {
		case <-w.readable:
		case <-past:
		case <-w.done:
		}
	}
}

func (w *wire) read(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case !w.closed.IsZero():
		return 0, net.ErrClosed
	case w.readBy.reached():
		return 0, os.ErrDeadlineExceeded
	case w.recv.unread.Len() > 0:
		n := w.recv.give(p)
		if w.recv.read-w.told.read >= tell {
			w.due = true
			nudge(w.wake)
		}
		return n, nil
	case w.recv.ended:
		return 0, io.EOF
	}
	return 0, w.err
}

// Write waits until the window has taken all of p. Errors: os.ErrDeadlineExceeded, net.ErrClosed, ErrGone, or the
// reason why the wire broke.
func (w *wire) Write(p []byte) (int, error) {
	written := 0
	for {
		past := w.writeBy.wait()
		n, err := w.write(p[written:])
		written += n
		if err != nil || written == len(p) {
			return written, err
		}
		select {
		case <-w.writable:
		case <-past:
		case <-w.done:
		}
	}
}

func (w *wire) write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case !w.closed.IsZero():
		return 0, net.ErrClosed
	case w.writeBy.reached():
		return 0, os.ErrDeadlineExceeded
	case w.err != nil:
		return 0, w.err
	case w.recv.ended:
		return 0, ErrGone
	}
	n := len(p)
	if !w.closing {
		n = min(n, w.send.space())
	}
	w.send.kept.Write(p[:n])
	nudge(w.wake)
	return n, nil
}

// Close ends both directions. It does not wait; written data still goes to the other side, for up to five seconds.
func (w *wire) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.closed.IsZero() {
		return net.ErrClosed
	}
	w.closed, w.send.ended = time.Now(), true
	w.recv.discard()
	nudge(w.readable)
	nudge(w.writable)
	nudge(w.wake)
	return nil
}

// fail breaks the wire, once.
func (w *wire) fail(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.breakOff(err)
}

func (w *wire) breakOff(err error) {
	if w.err == nil {
		w.err = err
		close(w.done)
	}
}

// last makes the next Write not wait for the window.
func (w *wire) last() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closing = true
}

func broken(err error) error { return fmt.Errorf("the connection to the other machine broke: %w", err) }
