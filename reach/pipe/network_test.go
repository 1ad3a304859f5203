package pipe_test

import (
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"stead/reach/hubtest"
	"stead/reach/member"
)

// TestBytesOutlastTheNetwork has the network between two machines and their hub fail while they send to each other.
func TestBytesOutlastTheNetwork(t *testing.T) {
	t.Parallel()
	for name, fault := range hubtest.NetworkFaults() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hubtest.Every(t, func(t *testing.T) {
				s := lossy(t)
				wires := []*hubtest.Proxy{hubtest.NewProxy(t, s.Addr().String()), hubtest.NewProxy(t, s.Addr().String())}
				a, b := through(t, wires[0], "laptop"), through(t, wires[1], "builder")
				laptop, builder := both(t, a, b, b.listen(t, a))
				var working sync.WaitGroup
				working.Go(func() { passes(t, laptop, builder, 1, 1<<20, nil) })
				passes(t, builder, laptop, 2, 1<<20, func() {
					for range 3 {
						for _, w := range wires {
							fault(w)
						}
						<-time.After(10 * time.Millisecond) // some bytes pass in between
					}
					for _, w := range wires {
						w.Open()
					}
				})
				working.Wait()
			})
		})
	}
}

// through is a machine at a hub that nobody has to join, behind a proxy.
func through(t *testing.T, wire *hubtest.Proxy, name string) machine {
	t.Helper()
	m, err := member.New(name, "ann")
	if err != nil {
		t.Fatal(err)
	}
	conn, err := nats.Connect("nats://"+wire.Address(), nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond),
		nats.ReconnectJitter(0, 0),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})) // a write to a connection that was cut
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return machine{m, conn}
}
