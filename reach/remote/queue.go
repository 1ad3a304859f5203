package remote

import (
	"context"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/lease"
	"stead/reach/seal"
	"stead/reach/worker"
)

// Queue returns the hub's queue of runs that wait for a machine. Data is stead's folder for data. The error is that of
// the connection.
func (h *Hub) Queue(data string) (worker.Access, error) {
	js, err := jetstream.New(h.conn)
	return worker.Access{Conn: h.conn, JS: js, Self: h.self, Trust: h.roster.Keyed,
		Keys: seal.NewKeyring(js, h.self, h.roster.All, data)}, err
}

// Present lists the machines that have described themselves to the hub, by name. Errors are the hub's.
func (h *Hub) Present(ctx context.Context) ([]lease.Presence, error) {
	js, err := jetstream.New(h.conn)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return lease.Machines(ctx, js)
}
