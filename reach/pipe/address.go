package pipe

import (
	"errors"
	"net"
	"time"
)

// LocalAddr and RemoteAddr are the machines' names.
func (w *wire) LocalAddr() net.Addr { return w.local }

// RemoteAddr is the other machine's name.
func (w *wire) RemoteAddr() net.Addr { return w.remote }

// SetDeadline moves both deadlines.
func (w *wire) SetDeadline(t time.Time) error {
	return errors.Join(w.SetReadDeadline(t), w.SetWriteDeadline(t))
}

// SetReadDeadline says until when Read waits, also one that waits already.
func (w *wire) SetReadDeadline(t time.Time) error {
	w.readBy.set(t)
	nudge(w.readable)
	return nil
}

// SetWriteDeadline says until when Write waits, also one that waits already.
func (w *wire) SetWriteDeadline(t time.Time) error {
	w.writeBy.set(t)
	nudge(w.writable)
	return nil
}

// Addr is the name of a machine.
type Addr string

// Network is that of all these addresses.
func (Addr) Network() string { return "stead" }

func (a Addr) String() string { return string(a) }
