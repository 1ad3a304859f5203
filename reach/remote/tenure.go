package remote

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/tenure"
)

// TakeOver transfers a run whose machine is away to this machine. TTL and the other parameters are those of
// [tenure.Access.TakeOver].
func (h *Hub) TakeOver(ctx context.Context, run string, ttl time.Duration,
	waits func(machine string, until time.Time)) error {
	js, err := jetstream.New(h.conn)
	if err != nil {
		return err
	}
	return tenure.Access{JS: js, Self: h.self, Trust: h.roster.Keyed, TTL: ttl}.TakeOver(ctx, run, waits)
}
