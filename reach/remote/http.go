package remote

import (
	"context"
	"net"
	"net/http"
	"time"

	"stead/reach/pipe"
)

// Host is the host in the addresses for clients of [Hub.Client], which already know the machine. Base begins the
// addresses of its API.
const (
	Host = "machine"
	Base = "http://" + Host + "/api/v1"
)

// idle is how long an unused connection is kept.
const idle = time.Minute

// Client returns a client for the API of a machine, which also supports WebSockets. Its calls return an *AwayError if
// the machine does not answer. CloseIdleConnections ends it. Errors: *UnknownError.
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
