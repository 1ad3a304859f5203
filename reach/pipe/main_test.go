package pipe_test

import (
	"context"
	"net"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"go.uber.org/goleak"

	"stead/reach/hub"
	"stead/reach/hubtest"
	"stead/reach/link"
	"stead/reach/member"
	"stead/reach/pipe"
)

func TestMain(m *testing.M) {
	hubtest.Together()
	goleak.VerifyTestMain(m)
}

// machine is one that has joined a hub.
type machine struct {
	member.Member
	conn *nats.Conn
}

func join(t testing.TB, h *hub.Hub, name string, roles ...member.Role) machine {
	t.Helper()
	m := machine{Member: hubtest.Join(t, h, name, roles...)}
	m.conn = connect(t, m.Member)
	return m
}

func connect(t testing.TB, m member.Member, more ...nats.Option) *nats.Conn {
	t.Helper()
	conn, err := link.Dial(m, more...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// listen has a machine listen to some others.
func (m machine) listen(t testing.TB, known ...machine) *pipe.Listener {
	t.Helper()
	l, err := pipe.Listen(m.conn, m.Member, func(key string) (member.Peer, bool) {
		for _, k := range known {
			if k.Key == key {
				return k.Peer, true
			}
		}
		return member.Peer{}, false
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

func (m machine) dial(t testing.TB, to machine) (*pipe.Conn, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	return pipe.Dial(ctx, m.conn, m.Member, to.Peer)
}

// pair is a connection of a laptop to a builder, with both ends.
func pair(t testing.TB, h *hub.Hub) (laptop, builder *pipe.Conn) {
	t.Helper()
	a, b := join(t, h, "laptop", member.Node, member.Operator), join(t, h, "builder", member.Node)
	return both(t, a, b, b.listen(t, a))
}

func both(t testing.TB, a, b machine, l net.Listener) (laptop, builder *pipe.Conn) {
	t.Helper()
	accepted := make(chan net.Conn, 1)
	go func() {
		c, _ := l.Accept()
		accepted <- c
	}()
	laptop, err := a.dial(t, b)
	if err != nil {
		t.Fatal(err)
	}
	c := <-accepted
	if c == nil {
		t.Fatal("nobody was accepted")
	}
	builder = c.(*pipe.Conn)
	t.Cleanup(func() {
		_ = laptop.Close()
		_ = builder.Close()
	})
	return laptop, builder
}
