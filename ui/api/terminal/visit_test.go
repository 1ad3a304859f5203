package terminal

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// TestHeartbeatSparesASlowCaller writes to a caller that accepts nothing for longer than a ping may take, while the
// heartbeat is running.
func TestHeartbeatSparesASlowCaller(t *testing.T) {
	t.Parallel()
	const size = 32 << 20 // more than any buffer on the way holds
	written := make(chan error, 1)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, err := websocket.Accept(w, r, nil)
		if err != nil {
			written <- err
			return
		}
		defer conn.CloseNow() //nolint:errcheck // the test is over
		ctx, stop := context.WithCancel(conn.CloseRead(r.Context()))
		defer stop()
		v := &visit{conn: conn}
		go v.heartbeat(ctx, 100*time.Millisecond)
		written <- v.write(ctx, make([]byte, size))
	}))
	t.Cleanup(server.Close)
	conn, _, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http"), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow() //nolint:errcheck // the test is over
	conn.SetReadLimit(size)
	time.Sleep(6 * time.Second) // the library gives a ping five
	if _, got, err := conn.Read(t.Context()); err != nil || len(got) != size {
		t.Errorf("the caller gets %d bytes, %v", len(got), err)
	}
	if err := <-written; err != nil {
		t.Error(err)
	}
}
