package hubtest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"testing"
)

// The ports that tests take. Systems give clients ports from 32768 on (Linux) or 49152 on (macOS): one of those might belong to a client when a server that was
// killed comes back, or a client that calls the server which is away might reach itself.
const (
	firstPort = 10_000
	lastPort  = 32_000
)

// Free is a port of the loopback interface at which nobody listens.
func Free(t testing.TB) int {
	t.Helper()
	for range 100 {
		port := firstPort + rand.IntN(lastPort-firstPort)
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			continue
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		return port
	}
	t.Fatal("no port is free")
	return 0
}
