package guard

import (
	"context"
	"net"
)

// connection is the context key for the connection of a request.
type connection struct{}

// Connection returns the connection on which a request of [Serve] arrived. It is nil for any other request.
func Connection(ctx context.Context) net.Conn {
	conn, _ := ctx.Value(connection{}).(net.Conn)
	return conn
}

// Shorten limits, in bytes, how much of a response waits in the system for a slow client. Linux itself buffers
// megabytes: a client that draws a screen that changes all the time would then show old content. Ctx is the context of
// a request.
func Shorten(ctx context.Context, waiting int) {
	conn := Connection(ctx)
	if secured, ok := conn.(interface{ NetConn() net.Conn }); ok {
		conn = secured.NetConn()
	}
	if plain, ok := conn.(*net.TCPConn); ok {
		_ = plain.SetWriteBuffer(waiting) // failure only makes the screen less fresh
	}
}
