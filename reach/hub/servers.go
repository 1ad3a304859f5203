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
	// Connect connects the hub, and lets the machines of the register connect. It waits for servers that are not up yet.
	Connect(ctx context.Context, r register.Register) (*nats.Conn, error)
	// Fill creates the streams and buckets.
	Fill(ctx context.Context, js jetstream.JetStream, limits layout.Limits) error
	// Admit gives the servers another register. A machine that is no longer in it is cut off.
	Admit(r register.Register) error
	// Pending says what must happen before the servers know which machines were admitted or cut off. It is empty if they
	// know immediately.
	Pending() string
	// Has reports whether a machine is connected.
	Has(p member.Peer) bool
	// Copies returns the addresses from which several nodes are connected with the same key, by key.
	Copies() map[string][]string
	// Key returns the hub's own public key there.
	Key() string
	// Line adds to a line of the hub what else its machine needs.
	Line(l member.Line) member.Line
	// URL returns where machines find the servers, Address where the hub itself listens, if it does.
	URL() string
	Address() string
	// Close ends what the hub has started.
	Close()
}
