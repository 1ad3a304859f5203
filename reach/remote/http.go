package remote

import (
	"context"
	"net"
	"net/http"
	"time"

	"stead/reach/pipe"
)

// Host is the host in the addresses of the clients of [Hub.Client], which know the machine; Base begins the addresses
// of its API.
const (
	Host = "machine"
	Base = "http://" + Host + "/api/v1"
)

// idle is how long a connection that nobody uses is kept.
const idle = time.Minute

// Client returns what calls the API of a machine, also by WebSockets. Its calls return an *AwayError where the machine
// does not answer. CloseIdleConnections ends it. Errors: *UnknownError.
func (h *Hub) Client(machine string) (*http.Client, error) {
	to, err := h.Find(machine)
	if err != nil {
		return nil, err
	}
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		wait, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		conn, err := pipe.Dial(wait, h.conn, h.self, to)
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case err != nil:
			return nil, &AwayError{machine, err}
		}
		return conn, nil
	}
	return &http.Client{Transport: &http.Transport{DialContext: dial, IdleConnTimeout: idle}}, nil
}
