package pipe_test

import (
	"errors"
	"net"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"stead/reach/hubtest"
	"stead/reach/member"
)

// stuck is a dialer whose connections take nothing any more once they are told so, as those to a hub do that has
// stopped reading.
type stuck struct {
	told, free chan struct{}
	// held is closed when the first Write waits.
	held chan struct{}
	once sync.Once
}

func (s *stuck) Dial(network, address string) (net.Conn, error) {
	c, err := net.Dial(network, address)
	return stuckConn{c, s}, err
}

type stuckConn struct {
	net.Conn
	*stuck
}

func (c stuckConn) Write(p []byte) (int, error) {
	select {
	case <-c.told:
		c.once.Do(func() { close(c.held) })
		<-c.free
	default:
	}
	return c.Conn.Write(p)
}

// newStuck is one that is not stuck yet.
func newStuck() *stuck {
	return &stuck{told: make(chan struct{}), free: make(chan struct{}), held: make(chan struct{})}
}

func TestStuckHubKeepsNeitherWriteNorCloseWaiting(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	a, b := join(t, h, "laptop", member.Operator), join(t, h, "builder", member.Node)
	hub := newStuck()
	a.conn = connect(t, a.Member, nats.SetCustomDialer(hub))
	laptop, _ := both(t, a, b, b.listen(t, a))
	defer close(hub.free)
	close(hub.told)
	if err := a.conn.Publish("stead.dial.nobody.U", nil); err != nil {
		t.Fatal(err)
	}
	<-hub.held // now whatever publishes waits
	_ = laptop.SetWriteDeadline(time.Now().Add(200 * time.Millisecond))
	if _, err := laptop.Write(make([]byte, 1<<20)); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the write ends with %v", err)
	}
	begun := time.Now()
	_ = laptop.Close()                                   // it may return the error of the write
	if took := time.Since(begun); took > 3*time.Second { // TLS waits 5 s for its last word to be taken
		t.Errorf("the close waits %v", took)
	}
}

func TestListenWaitsUntilTheHubKnows(t *testing.T) {
	t.Parallel()
	b := join(t, hubtest.Start(t), "builder", member.Node)
	hub := newStuck()
	b.conn = connect(t, b.Member, nats.SetCustomDialer(hub))
	close(hub.told)
	go func() {
		<-hub.held
		close(hub.free)
	}()
	b.listen(t)
	select {
	case <-hub.free:
	default:
		t.Error("it listens before the hub knows")
	}
}
