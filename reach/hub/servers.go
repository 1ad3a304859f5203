package hub

import (
	"context"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/hub/register"
	"stead/reach/layout"
	"stead/reach/member"
)

// servers are where the machines meet: the hub's own server, or a team's cluster.
type servers interface {
	// Connect connects the hub, and has those of the register connect. It waits for servers that are not there yet.
	Connect(ctx context.Context, r register.Register) (*nats.Conn, error)
	// Fill makes the streams and buckets.
	Fill(ctx context.Context, js jetstream.JetStream, limits layout.Limits) error
	// Admit has the servers know another register: who is not in it any more is cut off.
	Admit(r register.Register) error
	// Pending says what must happen before the servers know who was admitted or cut off. Empty: they know at once.
	Pending() string
	// Has reports whether a machine is connected.
	Has(p member.Peer) bool
	// Copies are the addresses from which nodes are connected with one key, by the keys with several.
	Copies() map[string][]string
	// Key is the hub's own public key there.
	Key() string
	// Line completes a line of the hub by what else its machine needs.
	Line(l member.Line) member.Line
	// URL is where machines find the servers, Address where the hub itself listens, if it does.
	URL() string
	Address() string
	// Close ends what the hub has started.
	Close()
}
