package replica_test

import (
	"net"
	"sync"
	"testing"
	"time"
)

// proxy is between a machine and its hub.
type proxy struct {
	listener net.Listener
	hub      string

	mutex sync.Mutex
	conns []net.Conn
	// delay holds back whatever passes; half cuts the next connection in the middle of what passes.
	delay time.Duration
	half  bool
	group sync.WaitGroup
}

func newProxy(t testing.TB, hub string) *proxy {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{listener: l, hub: hub}
	p.group.Go(p.accept)
	t.Cleanup(func() {
		_ = l.Close()
		p.cut()
		p.group.Wait()
	})
	return p
}

func (p *proxy) url() string { return "nats://" + p.listener.Addr().String() }

func (p *proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", p.hub)
		if err != nil {
			_ = client.Close()
			continue
		}
		p.mutex.Lock()
		p.conns = append(p.conns, client, server)
		p.mutex.Unlock()
		p.group.Go(func() { p.pass(server, client) })
		p.group.Go(func() { p.pass(client, server) })
	}
}

func (p *proxy) pass(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		p.mutex.Lock()
		delay, half := p.delay, p.half && n > 1000
		p.half = p.half && !half
		p.mutex.Unlock()
		if delay > 0 {
			<-time.After(delay) // what the test is about
		}
		if half {
			_, _ = to.Write(buffer[:n/2])
			return
		}
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// cut ends all connections.
func (p *proxy) cut() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, c := range p.conns {
		_ = c.Close()
	}
	p.conns = nil
}

func (p *proxy) set(delay time.Duration, half bool) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.delay, p.half = delay, half
}
