package pipe_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/member"
	"stead/reach/pipe"
)

// headLen is how long a message is without bytes of the stream; its bytes 1 to 8 say where those begin.
const headLen = 25

// TestHubThatChangesWhatPassesEndsTheConnection has the hub put bytes of its own where the next ones would be.
func TestHubThatChangesWhatPassesEndsTheConnection(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	conn := h.JetStream().Conn()
	sub, err := conn.SubscribeSync("stead.pipe.*.*.*.in")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := conn.Flush(); err != nil {
		t.Fatal(err)
	}
	laptop, builder := pair(t, h)
	forge(t, conn, sub)
	go func() { _, _ = laptop.Write([]byte(strings.Repeat("hello", 100))) }()
	if n, err := builder.Read(make([]byte, 100)); err == nil {
		t.Errorf("%d bytes are taken for the laptop's", n)
	}
}

// forge sends a record of TLS after the last message that has passed.
func forge(t *testing.T, conn *nats.Conn, sub *nats.Subscription) {
	t.Helper()
	if err := conn.Flush(); err != nil { // now all messages are here
		t.Fatal(err)
	}
	var last *nats.Msg
	for n, _, err := sub.Pending(); n > 0; n, _, err = sub.Pending() {
		if err != nil {
			t.Fatal(err)
		}
		if last, err = sub.NextMsg(time.Second); err != nil {
			t.Fatal(err)
		}
	}
	if last == nil || len(last.Data) < headLen {
		t.Fatalf("the last message of the handshake is %v", last)
	}
	forged := bytes.Clone(last.Data[:headLen])
	forged[0] = 1 // it has bytes
	next := binary.BigEndian.Uint64(forged[1:]) + uint64(len(last.Data)-headLen)
	binary.BigEndian.PutUint64(forged[1:], next)
	if err := conn.Publish(last.Subject, append(forged, "\x17\x03\x03\x00\x15 from somebody else"...)); err != nil {
		t.Fatal(err)
	}
	if err := conn.Flush(); err != nil {
		t.Fatal(err)
	}
}

// serve serves HTTP to a laptop, and returns a client of it.
func serve(t *testing.T, handler http.Handler) *http.Client {
	t.Helper()
	h := hubtest.Start(t)
	a, b := join(t, h, "laptop", member.Operator), join(t, h, "builder", member.Node)
	server := &http.Server{Handler: handler}
	l := b.listen(t, a)
	go func() { _ = server.Serve(l) }()
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return pipe.Dial(ctx, a.conn, a.Member, b.Peer)
	}}
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		_ = server.Close()
	})
	return &http.Client{Transport: transport}
}

func TestManyRequestsAtOnce(t *testing.T) {
	t.Parallel()
	client := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		said, err := io.ReadAll(r.Body)
		if err == nil {
			_, _ = w.Write(said)
		}
	}))
	var working sync.WaitGroup
	for n := range 100 {
		working.Go(func() {
			want := strings.Repeat(fmt.Sprintf("request %d ", n), 2000)
			answer, err := client.Post("http://builder/", "text/plain", strings.NewReader(want))
			if err != nil {
				t.Error(err)
				return
			}
			defer answer.Body.Close()
			if got, err := io.ReadAll(answer.Body); err != nil || string(got) != want {
				t.Errorf("request %d gets %d bytes, %v", n, len(got), err)
			}
		})
	}
	working.Wait()
}

func BenchmarkEcho(b *testing.B) {
	laptop, builder := pair(b, hubtest.Start(b))
	go func() { _, _ = io.Copy(builder, builder) }()
	key := []byte{'x'}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := laptop.Write(key); err != nil {
			b.Fatal(err)
		}
		if _, err := io.ReadFull(laptop, key); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRoundTrip is what the hub itself takes for a question and its answer.
func BenchmarkRoundTrip(b *testing.B) {
	h := hubtest.Start(b)
	a, n := join(b, h, "laptop", member.Operator), join(b, h, "builder", member.Node)
	sub, err := n.conn.Subscribe(layout.DialSubjects("builder"), func(m *nats.Msg) { _ = m.Respond(m.Data) })
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = sub.Unsubscribe() }()
	if err := n.conn.Flush(); err != nil {
		b.Fatal(err)
	}
	subject := layout.DialSubject("builder", a.Key)
	for b.Loop() {
		if _, err := a.conn.Request(subject, []byte{'x'}, 10*time.Second); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkThroughput(b *testing.B) {
	laptop, builder := pair(b, hubtest.Start(b))
	go func() { _, _ = io.Copy(io.Discard, builder) }()
	part := make([]byte, 1<<20)
	b.SetBytes(int64(len(part)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := laptop.Write(part); err != nil {
			b.Fatal(err)
		}
	}
}

var _ net.Listener = (*pipe.Listener)(nil)
