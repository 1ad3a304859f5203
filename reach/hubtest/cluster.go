package hubtest

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"stead/reach/layout"
)

// Cluster is three servers that keep everything thrice, as a team has them. Anybody may connect and do everything.
type Cluster struct {
	t       testing.TB
	servers []*server.Server
}

// StartCluster starts one until the test is over, with all streams and buckets.
func StartCluster(t testing.TB) *Cluster {
	t.Helper()
	c := &Cluster{t: t}
	var routes []*url.URL
	for range 3 {
		routes = append(routes, &url.URL{Scheme: "nats", Host: fmt.Sprintf("127.0.0.1:%d", Free(t))})
	}
	for n, at := range routes {
		c.start(n, at, routes)
	}
	for _, s := range c.servers {
		if !s.ReadyForConnections(patience) {
			t.Fatal("a server of the cluster does not start")
		}
	}
	c.fill()
	return c
}

// start starts a server, which other servers reach at an address.
func (c *Cluster) start(n int, at *url.URL, routes []*url.URL) {
	c.t.Helper()
	port, err := strconv.Atoi(at.Port())
	if err != nil {
		c.t.Fatal(err)
	}
	s, err := server.NewServer(&server.Options{
		ServerName: fmt.Sprint("s", n), Host: "127.0.0.1", Port: server.RANDOM_PORT, Routes: routes, NoSigs: true,
		NoLog:     true,
		Cluster:   server.ClusterOpts{Name: "team", Host: "127.0.0.1", Port: port},
		JetStream: true, StoreDir: c.t.TempDir(), JetStreamMaxStore: 1 << 30,
	})
	if err != nil {
		c.t.Fatal(err)
	}
	c.servers = append(c.servers, s)
	c.t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	s.Start()
}

// fill makes the streams and buckets, as soon as the servers agree on a leader.
func (c *Cluster) fill() {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	js := c.Connect()
	for {
		attempt, stop := context.WithTimeout(ctx, 2*time.Second)
		err := layout.Make(attempt, js, layout.Limits{Store: 1 << 28, Replicas: 3})
		stop()
		if err == nil {
			return
		}
		if ctx.Err() != nil {
			c.t.Fatal(err)
		}
	}
}

// Connect connects a machine until the test is over.
func (c *Cluster) Connect() jetstream.JetStream {
	c.t.Helper()
	var all string
	for _, s := range c.servers {
		all += s.ClientURL() + ","
	}
	conn, err := nats.Connect(all[:len(all)-1], nats.MaxReconnects(-1), nats.ReconnectWait(pause),
		nats.ReconnectJitter(0, 0))
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		c.t.Fatal(err)
	}
	return js
}

// KillLeader ends the server that leads a stream.
func (c *Cluster) KillLeader(stream string) {
	c.t.Helper()
	for _, s := range c.servers {
		if s.JetStreamIsStreamLeader(server.DEFAULT_GLOBAL_ACCOUNT, stream) {
			s.Shutdown()
			s.WaitForShutdown()
			return
		}
	}
	c.t.Fatalf("nobody leads %s", stream)
}
