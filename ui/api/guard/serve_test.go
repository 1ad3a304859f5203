package guard_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"stead/ui/api/guard"
)

// exchange is a network in memory, so that time is the test's.
type exchange struct {
	calls chan net.Conn
	ends  sync.Once
}

func (x *exchange) Accept() (net.Conn, error) {
	conn, ok := <-x.calls
	if !ok {
		return nil, net.ErrClosed
	}
	return conn, nil
}

func (x *exchange) Close() error {
	x.ends.Do(func() { close(x.calls) })
	return nil
}

func (x *exchange) Addr() net.Addr { return &net.TCPAddr{} }

// dial connects a client, and sends something.
func (x *exchange) dial(t *testing.T, text string) net.Conn {
	t.Helper()
	client, server := net.Pipe()
	x.calls <- server
	t.Cleanup(func() { client.Close() })
	go io.WriteString(client, text) //nolint:errcheck // the server may close it
	return client
}

// serving serves a handler in memory. Stop ends it, and returns how long it took to end, and its error.
func serving(t *testing.T, h http.HandlerFunc) (x *exchange, stop func() (time.Duration, error)) {
	t.Helper()
	x = &exchange{calls: make(chan net.Conn)}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- guard.Serve(ctx, x, h) }()
	return x, func() (time.Duration, error) {
		began := time.Now()
		cancel()
		err := <-ended
		return time.Since(began), err
	}
}

const question = "GET / HTTP/1.1\r\nHost: h\r\n\r\n"

func read(t *testing.T, conn net.Conn) string {
	t.Helper()
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestAServerAnswersUntilItEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, stop := serving(t, func(w http.ResponseWriter, r *http.Request) {
			if guard.Connection(r.Context()) == nil {
				t.Error("a request has no connection")
			}
			_, _ = io.WriteString(w, "answer")
		})
		if got := read(t, x.dial(t, question)); got != "answer" {
			t.Errorf("got %q", got)
		}
		if took, err := stop(); err != nil || took >= 500*time.Millisecond {
			t.Errorf("it ends after %v: %v", took, err)
		}
	})
}

// Clients that wait for a response learn of the end. The server does not wait for one that stays, or that has sent no
// request.
func TestTheEndWaitsForNobodyLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		told, forever := make(chan bool, 1), make(chan bool)
		x, stop := serving(t, func(w http.ResponseWriter, r *http.Request) {
			<-r.Context().Done()
			told <- true
			<-forever
		})
		defer close(forever)
		hanging := x.dial(t, question)
		silent := x.dial(t, "")
		synctest.Wait()
		took, err := stop()
		if err != nil || took != 500*time.Millisecond {
			t.Errorf("it ends after %v: %v", took, err)
		}
		if !<-told {
			t.Error("the handler was not told")
		}
		for _, conn := range []net.Conn{hanging, silent} {
			if _, err := conn.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
				t.Errorf("a client is still connected: %v", err)
			}
		}
	})
}

// A client that connects and sends nothing must not hold a connection forever.
func TestSilentClientsAreCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x, stop := serving(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "answer") })
		for text, limit := range map[string]time.Duration{"GET / HTTP/1.1\r\n": 10 * time.Second, question: 2 * time.Minute} {
			conn := x.dial(t, text)
			began := time.Now()
			if text == question {
				read(t, conn)
			}
			rest, err := io.ReadAll(conn)
			if took := time.Since(began); took != limit || err != nil || strings.Contains(string(rest), "answer") {
				t.Errorf("%q: it is cut off after %v with %q: %v", text, took, rest, err)
			}
		}
		if _, err := stop(); err != nil {
			t.Error(err)
		}
	})
}

func TestANetworkThatFailsEndsTheServer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		x := &exchange{calls: make(chan net.Conn)}
		x.Close()
		if err := guard.Serve(t.Context(), x, http.NotFoundHandler()); !errors.Is(err, net.ErrClosed) {
			t.Error(err)
		}
	})
}

func TestARequestOfAnotherServerHasNoConnection(t *testing.T) {
	if conn := guard.Connection(t.Context()); conn != nil {
		t.Errorf("it is %v", conn)
	}
	guard.Shorten(t.Context(), 1) // and nothing happens
}
