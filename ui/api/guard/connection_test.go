//go:build unix

package guard_test

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"syscall"
	"testing"

	"stead/ui/api/guard"
)

// buffer returns how many bytes wait in the system for the other end of a connection, as the system says it.
func buffer(t *testing.T, conn net.Conn) (bytes int) {
	t.Helper()
	if secured, ok := conn.(*tls.Conn); ok {
		conn = secured.NetConn()
	}
	raw, err := conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Error(err)
		return 0
	}
	var failed error
	err = raw.Control(func(descriptor uintptr) {
		bytes, failed = syscall.GetsockoptInt(int(descriptor), syscall.SOL_SOCKET, syscall.SO_SNDBUF)
	})
	if err != nil || failed != nil {
		t.Error(err, failed)
	}
	return bytes
}

func TestLittleWaitsInTheSystemForASlowClient(t *testing.T) {
	for scheme, c := range map[string]guard.Certificate{"http": {}, "https": certificate(t, []string{"h"})} {
		l, place, err := guard.Listen(t.Context(), "127.0.0.1:0", c)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() {
			ended <- guard.Serve(ctx, l, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
				conn := guard.Connection(r.Context())
				before := buffer(t, conn)
				guard.Shorten(r.Context(), 16<<10)
				if after := buffer(t, conn); after >= before || after > 32<<10 { // Linux counts what it needs itself, too
					t.Errorf("%s: %d bytes wait, %d before", scheme, after, before)
				}
			}))
		}()
		client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} //nolint:gosec // the test has made the certificate
		answer, err := client.Get(scheme + "://127.0.0.1:" + place.Port)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		client.CloseIdleConnections()
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
