package hubtest

import (
	"errors"
	"io"
	"net"
	"slices"
	"sync"
	"testing"
	"time"
)

// Proxy stands between a machine and its hub, and has happen to their connections what a test says.
type Proxy struct {
	listener net.Listener
	target   string
	work     sync.WaitGroup

	mu    sync.Mutex
	conns []net.Conn
	gate  chan struct{} // closed while bytes may pass
	delay time.Duration
	half  bool
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

// Block holds back all bytes, and closes nothing: each side takes the other for slow.
func (p *Proxy) Block() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.gate = make(chan struct{})
}

// Delay holds back whatever passes for some time.
func (p *Proxy) Delay(by time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.delay = by
}

// Half has half of the next long message pass, and then ends its connection.
func (p *Proxy) Half() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.half = true
}

// Cut ends all connections. Machines may connect again.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		_ = c.Close()
	}
	p.conns = nil
}

// Open lets bytes pass as they come from now on, those that were held back first.
func (p *Proxy) Open() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.delay, p.half = 0, false
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
	_, _ = io.Copy(faulty{to, p}, from)
	_ = from.Close()
	_ = to.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conns = slices.DeleteFunc(p.conns, func(c net.Conn) bool { return c == from || c == to })
}

// long is from how many bytes on half of a message may pass. What is shorter is a ping.
const long = 1000

// errHalf says that a message was cut in two.
var errHalf = errors.New("half of it has passed")

// faulty is a connection to which the proxy's faults happen before each write.
type faulty struct {
	net.Conn
	proxy *Proxy
}

func (f faulty) Write(b []byte) (int, error) {
	gate, delay, half := f.proxy.fault(len(b))
	<-gate
	if delay > 0 {
		<-time.After(delay) // this is the fault
	}
	if !half {
		return f.Conn.Write(b)
	}
	n, _ := f.Conn.Write(b[:len(b)/2])
	return n, errHalf
}

// fault is what happens to a message of some bytes.
func (p *Proxy) fault(size int) (gate <-chan struct{}, delay time.Duration, half bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	half = p.half && size > long
	p.half = p.half && !half
	return p.gate, p.delay, half
}

func (p *Proxy) close() {
	_ = p.listener.Close()
	p.Open()
	p.Cut()
	p.work.Wait()
}

// NetworkFaults are what happens to a network, by its name.
func NetworkFaults() map[string]func(*Proxy) {
	return map[string]func(*Proxy){
		"cut":     (*Proxy).Cut,
		"half":    (*Proxy).Half,
		"delayed": func(p *Proxy) { p.Delay(20 * time.Millisecond) },
	}
}
