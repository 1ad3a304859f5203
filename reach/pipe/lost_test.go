package pipe_test

import (
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"stead/reach/member"
)

// lossy is a hub without TLS and roles that can lose messages.
func lossy(t *testing.T) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the hub does not start")
	}
	return s
}

// lose has the hub lose some of the messages of connections from now on, in percent.
func lose(t *testing.T, s *server.Server, percent uint8) {
	t.Helper()
	for _, way := range []string{"in", "out"} {
		if err := s.GlobalAccount().AddWeightedMappings("stead.pipe.*.*.*."+way,
			server.NewMapDest("lost.$1.$2.$3", percent)); err != nil {
			t.Fatal(err)
		}
	}
}

// alone is a machine at a hub that nobody has to join.
func alone(t *testing.T, s *server.Server, name string) machine {
	t.Helper()
	m, err := member.New(name, "ann")
	if err != nil {
		t.Fatal(err)
	}
	conn, err := nats.Connect(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return machine{m, conn}
}

func TestLostMessagesAreSentAgain(t *testing.T) {
	t.Parallel()
	s := lossy(t)
	a, b := alone(t, s, "laptop"), alone(t, s, "builder")
	laptop, builder := both(t, a, b, b.listen(t, a))
	lose(t, s, 3)
	var working sync.WaitGroup
	working.Go(func() { passes(t, laptop, builder, 1, 1<<20, nil) })
	passes(t, builder, laptop, 2, 1<<20, nil)
	working.Wait()
}
