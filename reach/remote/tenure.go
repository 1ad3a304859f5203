package remote

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/tenure"
)

// TakeOver makes a run this machine's whose machine is away. TTL and the rest are as for [tenure.Access.TakeOver].
func (h *Hub) TakeOver(ctx context.Context, run string, ttl time.Duration,
	waits func(machine string, until time.Time)) error {
	js, err := jetstream.New(h.conn)
	if err != nil {
		return err
	}
	return tenure.Access{JS: js, Self: h.self, Trust: h.roster.Keyed, TTL: ttl}.TakeOver(ctx, run, waits)
}
