package guard

import (
	"context"
	"net"
)

// connection is the key of the connection in the context of its requests.
type connection struct{}

// Connection returns the connection that a request of [Serve] came by. Nil for any other request.
func Connection(ctx context.Context) net.Conn {
	conn, _ := ctx.Value(connection{}).(net.Conn)
	return conn
}

// Shorten bounds how much of an answer waits in the system for a client that is slow, in bytes. Linux alone keeps
// megabytes: whoever draws a screen that changes all the time would show what has long been replaced. Ctx is a
// request's.
func Shorten(ctx context.Context, waiting int) {
	conn := Connection(ctx)
	if secured, ok := conn.(interface{ NetConn() net.Conn }); ok {
		conn = secured.NetConn()
	}
	if plain, ok := conn.(*net.TCPConn); ok {
		_ = plain.SetWriteBuffer(waiting) // it is a matter of freshness alone
	}
}
