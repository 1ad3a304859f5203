package runtest

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"stead/internal/term/screen"
)

// Page is the terminal of a run as a page sees it.
type Page struct {
	// Told are the received messages. Seen is the drawn screen.
	Told []string
	Seen *screen.Screen

	t    *testing.T
	conn *websocket.Conn
}

// OpenTerminal opens the terminal of a run, with 40 rows and 120 columns.
func OpenTerminal(t *testing.T, s *Server, run string) *Page {
	t.Helper()
	conn, _, err := websocket.Dial(t.Context(), "ws"+strings.TrimPrefix(s.Origin, "http")+s.path("/runs/"+run+"/terminal"),
		&websocket.DialOptions{HTTPClient: s.Client, Subprotocols: []string{"stead.terminal.v1"}})
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(1 << 20)
	x := &Page{t: t, conn: conn, Seen: screen.New(40, 120, func([]byte) {})}
	t.Cleanup(func() {
		_ = conn.CloseNow()
		x.Seen.Close()
	})
	x.Say(fmt.Sprintf(`{"type":"key","key":%q,"rows":40,"columns":120}`, s.Key))
	return x
}

// Say sends a text message.
func (x *Page) Say(text string) {
	x.t.Helper()
	if err := x.conn.Write(x.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		x.t.Fatal(err)
	}
}

// Await reads until a condition holds, or the connection ends.
func (x *Page) Await(what string, is func() bool) {
	x.t.Helper()
	ctx, stop := context.WithTimeout(x.t.Context(), patience)
	defer stop()
	for !is() {
		kind, data, err := x.conn.Read(ctx)
		if err != nil {
			x.t.Fatalf("no %s: %v\n%s\n%q", what, err, x.Seen.Text(), x.Told)
		}
		if kind == websocket.MessageText {
			x.Told = append(x.Told, string(data))
			continue
		}
		_, _ = x.Seen.Write(data)
	}
}

// Shows waits until a text is visible.
func (x *Page) Shows(text string) {
	x.t.Helper()
	x.Await(text, func() bool { return strings.Contains(x.Seen.Text(), text) })
}

// Types sends keys.
func (x *Page) Types(keys string) {
	x.t.Helper()
	if err := x.conn.Write(x.t.Context(), websocket.MessageBinary, []byte(keys)); err != nil {
		x.t.Fatal(err)
	}
}

// TakesKeyboard asks for the keyboard, and waits for it.
func (x *Page) TakesKeyboard() {
	x.t.Helper()
	x.Say(`{"type":"keyboard","yours":true}`)
	x.Await("the keyboard", func() bool {
		var told struct{ Yours bool }
		return len(x.Told) > 0 && json.Unmarshal([]byte(x.Told[len(x.Told)-1]), &told) == nil && told.Yours
	})
}

// AwaitEnd waits until the server says that the run has ended.
func (x *Page) AwaitEnd() {
	x.t.Helper()
	x.Await("the end", func() bool { return len(x.Told) > 0 && strings.Contains(x.Told[len(x.Told)-1], `"end"`) })
}
