package node

import (
	"context"
	"net"
	"time"

	"stead/reach/member"
)

// How long a machine may take to send the first byte, and how many connections may wait for theirs at the same time.
const (
	firstByte = 10 * time.Second
	mostNew   = 256
)

// Split distributes the connections of a listener by their first byte: HTTP requests begin with a capital letter,
// everything else with another byte. The connections know their peers if those of the listener do. Closing one of the
// two listeners closes the original one and the other one.
func Split(l net.Listener) (requests, others net.Listener) {
	s := &split{Listener: l, slots: make(chan struct{}, mostNew)}
	s.ctx, s.end = context.WithCancelCause(context.Background())
	first, second := &half{s, make(chan net.Conn)}, &half{s, make(chan net.Conn)}
	go s.run(first.conns, second.conns)
	return first, second
}

// split is a listener with two halves.
type split struct {
	net.Listener
	// ctx ends with the listener, with its error as the cause.
	ctx   context.Context
	end   context.CancelCauseFunc
	slots chan struct{}
}

// half gets one kind of the connections.
type half struct {
	*split
	conns chan net.Conn
}

// Accept implements [net.Listener].
func (h *half) Accept() (net.Conn, error) {
	select {
	case c := <-h.conns:
		return c, nil
	case <-h.ctx.Done():
		return nil, context.Cause(h.ctx)
	}
}

func (s *split) run(requests, others chan<- net.Conn) {
	for {
		conn, err := s.Accept()
		if err != nil {
			s.end(err)
			return
		}
		s.slots <- struct{}{} // a connection releases its slot in time
		go func() {
			defer func() { <-s.slots }()
			s.sort(conn, requests, others)
		}()
	}
}

// sort waits for a connection's first byte, and passes the connection on.
func (s *split) sort(conn net.Conn, requests, others chan<- net.Conn) {
	stop := context.AfterFunc(s.ctx, func() { _ = conn.Close() })
	defer stop()
	_ = conn.SetReadDeadline(time.Now().Add(firstByte)) // a connection without deadlines fails below
	var b [1]byte
	if _, err := conn.Read(b[:]); err != nil {
		_ = conn.Close()
		return
	}
	_ = conn.SetReadDeadline(time.Time{})
	to := others
	if b[0] >= 'A' && b[0] <= 'Z' {
		to = requests
	}
	select {
	case to <- begun(conn, b[0]):
	case <-s.ctx.Done():
	}
}

// begunConn is a connection from which a byte was read.
type begunConn struct {
	net.Conn
	first []byte
}

// knownConn is a begunConn that knows its peer.
type knownConn struct {
	*begunConn
	peer member.Peer
}

// Peer returns the machine at the other end.
func (c knownConn) Peer() member.Peer { return c.peer }

func begun(conn net.Conn, first byte) net.Conn {
	c := &begunConn{conn, []byte{first}}
	if known, ok := conn.(peered); ok {
		return knownConn{c, known.Peer()}
	}
	return c
}

// Read implements [net.Conn].
func (c *begunConn) Read(p []byte) (int, error) {
	if len(c.first) == 0 {
		return c.Conn.Read(p)
	}
	n := copy(p, c.first)
	c.first = c.first[n:]
	return n, nil
}
