package hubtest

import "go.uber.org/goleak"

// Late has a search for goroutines pass over one that may outlast an object store: a store that has put everything
// forgets the channel on which its last goroutine may still be about to wait (nats.go 1.55.0, jetstream/publish.go).
func Late() goleak.Option {
	return goleak.IgnoreTopFunction("github.com/nats-io/nats.go/jetstream.(*jetStream).resetPendingAcksOnReconnect")
}
