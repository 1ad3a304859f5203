package pipe

import (
	"errors"
	"net"
	"time"
)

// LocalAddr returns this machine's name.
func (w *wire) LocalAddr() net.Addr { return w.local }

// RemoteAddr returns the other machine's name.
func (w *wire) RemoteAddr() net.Addr { return w.remote }

// SetDeadline moves both deadlines.
func (w *wire) SetDeadline(t time.Time) error {
	return errors.Join(w.SetReadDeadline(t), w.SetWriteDeadline(t))
}

// SetReadDeadline sets the time until which Read waits. It also applies to a Read that is already waiting.
func (w *wire) SetReadDeadline(t time.Time) error {
	w.readBy.set(t)
	nudge(w.readable)
	return nil
}

// SetWriteDeadline sets the time until which Write waits. It also applies to a Write that is already waiting.
func (w *wire) SetWriteDeadline(t time.Time) error {
	w.writeBy.set(t)
	nudge(w.writable)
	return nil
}

// Addr is the name of a machine.
type Addr string

// Network returns the network's name, which is the same for all these addresses.
func (Addr) Network() string { return "stead" }

func (a Addr) String() string { return string(a) }
