package hubtest

import (
	"io"
	"net"
	"sync"
	"testing"
)

// Proxy stands between a machine and its hub. While it is blocked it carries nothing, and closes nothing: each side takes the other for slow.
type Proxy struct {
	listener net.Listener
	target   string
	work     sync.WaitGroup

	mu    sync.Mutex
	conns []net.Conn
	gate  chan struct{} // closed while bytes may pass
}

// NewProxy puts a proxy before an address. It ends with the test.
func NewProxy(t testing.TB, target string) *Proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &Proxy{listener: listener, target: target, gate: make(chan struct{})}
	close(p.gate)
	p.work.Go(p.accept)
	t.Cleanup(p.close)
	return p
}

// Address is where machines connect.
func (p *Proxy) Address() string { return p.listener.Addr().String() }

// Block holds back all bytes.
func (p *Proxy) Block() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gate = make(chan struct{})
}

// Open lets them pass again, the held ones first.
func (p *Proxy) Open() {
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.gate:
	default:
		close(p.gate)
	}
}

func (p *Proxy) accept() {
	for {
		near, err := p.listener.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", p.target)
		if err != nil {
			_ = near.Close()
			continue
		}
		p.mu.Lock()
		p.conns = append(p.conns, near, far)
		p.mu.Unlock()
		p.work.Go(func() { p.carry(near, far) })
		p.work.Go(func() { p.carry(far, near) })
	}
}

func (p *Proxy) carry(from, to net.Conn) {
	_, _ = io.Copy(gated{to, p}, from)
	_ = from.Close()
	_ = to.Close()
}

// gated is a connection that waits for the gate before each write.
type gated struct {
	net.Conn
	proxy *Proxy
}

func (g gated) Write(b []byte) (int, error) {
	g.proxy.mu.Lock()
	gate := g.proxy.gate
	g.proxy.mu.Unlock()
	<-gate
	return g.Conn.Write(b)
}

func (p *Proxy) close() {
	_ = p.listener.Close()
	p.Open()
	p.mu.Lock()
	for _, c := range p.conns {
		_ = c.Close()
	}
	p.mu.Unlock()
	p.work.Wait()
}
