package pipe

import (
	"crypto/tls"

	"stead/reach/member"
)

// Conn is a connection whose two sides have proven their keys. It is a net.Conn with one exception, which all TLS has:
// after a Write that missed its deadline, every later one fails. When the connection to the hub breaks and comes back,
// the Conn continues where it was. After 18 seconds without a sign of the other side it breaks with ErrSilent.
// LocalAddr and RemoteAddr are the names of the two machines.
type Conn struct {
	*tls.Conn
	wire *wire
	peer member.Peer
}

// Peer returns the other machine, which has proven its key.
func (c *Conn) Peer() member.Peer { return c.peer }

// Close ends both directions. It waits neither for the other side nor for the hub; written data is still sent, for up
// to five seconds.
func (c *Conn) Close() error {
	c.wire.last()
	return c.Conn.Close()
}

// CloseWrite tells the other side that no more data follows. This side may still read.
func (c *Conn) CloseWrite() error {
	c.wire.last()
	return c.Conn.CloseWrite()
}
