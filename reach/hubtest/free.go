package hubtest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"testing"
)

// The ports that tests take. Systems give clients ports from 32768 on (Linux) or 49152 on (macOS): one of those might
// belong to a client when a server that was killed comes back, or a client that calls the server which is away might
// reach itself. Each program that tests has some of them for itself: another one's hub could take a port that was free
// a moment ago.
const (
	firstPort = 10_000
	lastPort  = 32_000
	perTester = 100
)

// ports are those of this program. It listens at the first one, so that no other program has them, too.
type ports struct {
	first net.Listener
	base  int

	access sync.Mutex
	given  int // how many were given, under access
}

// own chooses ports that no other program has.
var own = sync.OnceValues(func() (*ports, error) {
	for range 1000 {
		base := firstPort + perTester*rand.IntN((lastPort-firstPort)/perTester)
		if l, err := net.Listen("tcp", at(base)); err == nil {
			return &ports{first: l, base: base}, nil
		}
	}
	return nil, errors.New("no ports are left for tests")
})

func at(port int) string { return fmt.Sprintf("127.0.0.1:%d", port) }

// Free is a port of the loopback interface at which nobody listens, and that no other test is given soon.
func Free(t testing.TB) int {
	t.Helper()
	p, err := own()
	if err != nil {
		t.Fatal(err)
	}
	for range perTester {
		if port, ok := p.next(); ok {
			return port
		}
	}
	t.Fatal("no port is free")
	return 0
}

// next is the next port, unless somebody listens there.
func (p *ports) next() (port int, ok bool) {
	p.access.Lock()
	defer p.access.Unlock()
	p.given++
	port = p.base + 1 + p.given%(perTester-1)
	l, err := net.Listen("tcp", at(port))
	if err != nil {
		return 0, false
	}
	return port, l.Close() == nil
}
