package api_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"stead/internal/term/ptyx"
	"stead/internal/term/screen"
	"stead/internal/term/sharing"
	"stead/runs"
	"stead/runs/socket"
	"stead/ui/api"
	"stead/ui/api/guard"
)

// shown is a program on a terminal of its own, as the supervisor of a run shows it.
type shown struct {
	hub *sharing.Hub
	run runs.Run
}

// program starts a shell script as a run of the machine.
func (m *machine) program(script string) shown {
	m.t.Helper()
	size := ptyx.Size{Rows: 24, Columns: 80}
	p := shown{run: m.run(runs.Running), hub: sharing.New(size, func(reply func([]byte)) sharing.Screen {
		emulator := screen.New(24, 80, reply)
		m.t.Cleanup(emulator.Close)
		return emulator
	}, time.Now)}
	process, err := ptyx.Start(ptyx.Command{Path: "/bin/sh", Args: []string{"-c", script},
		Env: []string{"PATH=/usr/bin:/bin"}}, size)
	if err != nil {
		m.t.Fatal(err)
	}
	server := &socket.Server{Hub: p.hub}
	if err := server.Listen(socket.Path(m.home, p.run.ID)); err != nil {
		m.t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = p.hub.Run(context.Background(), process, nil)
		p.hub.Close()
		server.Publish(socket.Ended, "over")
		server.Close()
	}()
	m.t.Cleanup(func() {
		_ = process.End(context.Background(), 0)
		<-ended
	})
	return p
}

// caller is somebody at the other end of a terminal.
type caller struct {
	t     *testing.T
	conn  *websocket.Conn
	drawn bytes.Buffer
}

// dial opens a terminal's WebSocket, without its first message.
func (m *machine) dial(t *testing.T, run string) *caller {
	t.Helper()
	r := m.request(http.MethodGet, "", "")
	r.Header.Del(guard.KeyHeader) // as pages do
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		if err == nil {
			err = conn.(*net.TCPConn).SetReadBuffer(64 << 10) // so that a caller who takes nothing has little on the way
		}
		return conn, err
	}}
	conn, answer, err := websocket.Dial(t.Context(), m.terminal(run), &websocket.DialOptions{
		HTTPClient: &http.Client{Transport: transport}, HTTPHeader: r.Header, Subprotocols: []string{"stead.terminal.v1"},
	})
	if err != nil {
		t.Fatalf("%v, %+v", err, answer)
	}
	conn.SetReadLimit(1 << 20)
	t.Cleanup(func() { _ = conn.CloseNow() })
	return &caller{t: t, conn: conn}
}

func (m *machine) terminal(run string) string {
	return "ws://" + m.place.Hosts[0] + "/api/v1/runs/" + run + "/terminal"
}

// look opens a terminal.
func (m *machine) look(t *testing.T, run string) *caller {
	t.Helper()
	c := m.dial(t, run)
	c.say(fmt.Sprintf(`{"type":"key","key":%q,"rows":24,"columns":80}`, m.key))
	return c
}

func (c *caller) say(text string) {
	c.t.Helper()
	if err := c.conn.Write(c.t.Context(), websocket.MessageText, []byte(text)); err != nil {
		c.t.Fatal(err)
	}
}

func (c *caller) press(keys string) {
	c.t.Helper()
	if err := c.conn.Write(c.t.Context(), websocket.MessageBinary, []byte(keys)); err != nil {
		c.t.Fatal(err)
	}
}

// message is any of those that a caller gets.
type message struct {
	Type         string
	Yours, Taken bool
	Terminals    int
	Why          string
	Problem      api.Problem
}

// await reads until there is a message of which is tells, and keeps what is drawn.
func (c *caller) await(what string, is func(message) bool) message {
	c.t.Helper()
	ctx, stop := context.WithTimeout(c.t.Context(), 2*time.Minute)
	defer stop()
	for {
		kind, data, err := c.conn.Read(ctx)
		if err != nil {
			c.t.Fatalf("no %s: %v; drawn is %.2000q", what, err, c.drawn.String())
		}
		if kind == websocket.MessageBinary {
			c.drawn.Write(data)
			data = nil
		}
		var m message
		if data != nil {
			if err := json.Unmarshal(data, &m); err != nil {
				c.t.Fatalf("%v: %s", err, data)
			}
		}
		if is(m) {
			return m
		}
	}
}

func (c *caller) awaitDrawn(text string) {
	c.t.Helper()
	if !strings.Contains(c.drawn.String(), text) {
		c.await(text, func(message) bool { return strings.Contains(c.drawn.String(), text) })
	}
}

func (c *caller) awaitKeyboard(yours, taken bool, terminals int) {
	c.t.Helper()
	c.await("keyboard", func(m message) bool {
		return m.Type == "keyboard" && m.Yours == yours && m.Taken == taken && m.Terminals == terminals
	})
}

// awaitEnd returns how the connection ends.
func (c *caller) awaitEnd() websocket.StatusCode {
	c.t.Helper()
	ctx, stop := context.WithTimeout(c.t.Context(), 2*time.Minute)
	defer stop()
	for {
		if _, _, err := c.conn.Read(ctx); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

const echoing = `stty -echo; echo ready; while read line; do echo "got <$line>"; test "$line" = end && exit; test "$line" = size && stty size; done`

func TestTerminalIsWatchedUntilTheKeyboardIsAskedFor(t *testing.T) {
	m := newMachine(t)
	p := m.program(echoing)
	first := m.look(t, p.run.ID)
	first.awaitKeyboard(false, false, 1)
	first.awaitDrawn("ready")
	first.press("watching\r") // is dropped
	first.say(`{"type":"keyboard","yours":true}`)
	first.awaitKeyboard(true, true, 1)
	first.press("typing\r")
	first.awaitDrawn("got <typing>")
	if strings.Contains(first.drawn.String(), "watching") {
		t.Errorf("drawn is %q", first.drawn.String())
	}
	if a := <-m.acts; a.Act != "keyboard" || !strings.HasSuffix(a.Object, p.run.ID+"/terminal") || a.Key == "" {
		t.Errorf("audited is %+v", a)
	}
	first.say(`{"type":"size","rows":30,"columns":100}`)
	for deadline := time.Now().Add(30 * time.Second); p.hub.Size() != (ptyx.Size{Rows: 30, Columns: 100}); time.Sleep(
		time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("the program has %+v", p.hub.Size())
		}
	}
	first.press("size\r")
	first.awaitDrawn("30 100")

	second := m.look(t, p.run.ID)
	second.awaitKeyboard(false, true, 2)
	second.say(`{"type":"keyboard","yours":true}`)
	second.awaitKeyboard(true, true, 2)
	first.awaitKeyboard(false, true, 2)
	first.press("too late\r")
	first.say(`{"type":"keyboard","yours":true}`)
	first.awaitKeyboard(true, true, 2)
	second.awaitKeyboard(false, true, 2)
	first.say(`{"type":"keyboard"}`)
	first.awaitKeyboard(false, false, 2)
	second.say(`{"type":"keyboard","yours":true}`)
	second.awaitKeyboard(true, true, 2)
	if err := first.conn.Close(websocket.StatusNormalClosure, ""); err != nil {
		t.Error(err)
	}
	second.awaitKeyboard(true, true, 1)
	second.press("end\r")
	end := second.await("end", func(m message) bool { return m.Type == "end" })
	if drawn := second.drawn.String(); end.Why != "over" || !strings.Contains(drawn, "got <end>") ||
		strings.Contains(drawn, "too late") {
		t.Errorf("it ends by %q, drawn is %q", end.Why, drawn)
	}
	if status := second.awaitEnd(); status != websocket.StatusNormalClosure {
		t.Errorf("it ends with %d", status)
	}
}

func TestTerminalRefusesWhoDoesNotBelongThere(t *testing.T) {
	m := newMachine(t)
	p := m.program(echoing)
	ended, headless := m.run(runs.Completed), m.run(runs.Running)
	headless.Headless = true
	if err := m.runs.Save(headless); err != nil {
		t.Fatal(err)
	}
	key := fmt.Sprintf(`{"type":"key","key":%q,"rows":24,"columns":80}`, m.key)
	for _, c := range []struct {
		run, first string
		status     websocket.StatusCode
		kind       string
	}{
		{p.run.ID, `{"type":"key","key":"guessed","rows":24,"columns":80}`, 4401, "refused"},
		{p.run.ID, `{"type":"key","key":"","rows":24,"columns":80}`, 4422, "wrong-usage"},
		{p.run.ID, `{"type":"keyboard","yours":true}`, 4422, "wrong-usage"},
		{p.run.ID, `no JSON`, 4422, "wrong-usage"},
		{p.run.ID, strings.Replace(key, `"rows":24`, `"rows":0`, 1), 4422, "wrong-usage"},
		{p.run.ID, strings.Replace(key, `"columns":80`, `"columns":100000`, 1), 4422, "wrong-usage"},
		// is not told whether there is one
		{"0000", `{"type":"key","key":"guessed","rows":24,"columns":80}`, 4401, "refused"},
		{"0000", key, 4404, "not-found"},
		{ended.ID, key, 4409, "failed"},
		{headless.ID, key, 4409, "failed"},
	} {
		caller := m.dial(t, c.run)
		caller.say(c.first)
		got := caller.await("problem", func(m message) bool { return m.Type == "problem" })
		if status := caller.awaitEnd(); status != c.status || got.Problem.Type != c.kind ||
			got.Problem.Status != int(c.status)-4000 || got.Problem.Detail == "" {
			t.Errorf("%s %s: %d %+v", c.run, c.first, status, got.Problem)
		}
	}
	long := m.look(t, p.run.ID)
	long.awaitKeyboard(false, false, 1)
	_ = long.conn.Write(t.Context(), websocket.MessageText,
		[]byte(`{"type":"keyboard","more":"`+strings.Repeat("x", 100<<10)+`"}`))
	// cut off in the middle of it, it may not hear why
	if status := long.awaitEnd(); status != websocket.StatusMessageTooBig && status != -1 {
		t.Errorf("a long message ends it with %d", status)
	}
	odd := m.look(t, p.run.ID)
	for _, text := range []string{`{"type":"dance"}`, `[]`, `{"type":"size","rows":-1,"columns":3}`} {
		odd.say(text)
		if got := odd.await("problem", func(m message) bool {
			return m.Type == "problem"
		}); got.Problem.Status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %+v", text, got.Problem)
		}
	}
	odd.say(`{"type":"keyboard","yours":true}`) // it goes on all the same
	odd.awaitKeyboard(true, true, 1)
}

func TestTerminalOfAServerThatReadsIsOnlyWatched(t *testing.T) {
	m := newMachine(t)
	m.shown.Options.Acts = nil
	p := m.program(echoing)
	c := m.look(t, p.run.ID)
	c.awaitDrawn("ready")
	c.say(`{"type":"keyboard","yours":true}`)
	if got := c.await("problem", func(m message) bool {
		return m.Type == "problem"
	}); got.Problem.Status != http.StatusForbidden {
		t.Errorf("the keyboard is %+v", got.Problem)
	}
	c.press("end\r")
	other := m.look(t, p.run.ID)
	other.awaitKeyboard(false, false, 2)
}

// A caller that accepts nothing does not delay the program, and sees the current screen when it reads again.
func TestSlowCallerGetsAFreshScreen(t *testing.T) {
	m := newMachine(t)
	p := m.program(
		`read line; i=0; while [ $i -lt 30 ]; do head -c 100000 /dev/zero | tr '\0' x; i=$((i+1)); done; printf '\033[2J\033[Hthe end'; read line`)
	c := m.look(t, p.run.ID)
	c.awaitKeyboard(false, false, 1)
	if _, err := p.hub.Write([]byte("\r")); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(time.Minute); !strings.Contains(p.hub.Text(),
		"the end"); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the program waits for the caller")
		}
	}
	c.awaitDrawn("the end")
	if c.drawn.Len() > 2<<20 {
		t.Errorf("of 3 MB it was sent %d bytes", c.drawn.Len())
	}
}

// The checks are those of all other routes, except for the key, which follows.
func TestTerminalIsGuarded(t *testing.T) {
	m := newMachine(t)
	p := m.program(echoing)
	plain := func(change func(*http.Request)) *http.Request {
		r := m.request(http.MethodGet, "/api/v1/runs/"+p.run.ID+"/terminal", "")
		r.Header.Del(guard.KeyHeader)
		for name, value := range map[string]string{
			"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
			"Sec-WebSocket-Key":      "dGhlIHNhbXBsZSBub25jZQ==",
			"Sec-WebSocket-Protocol": "stead.terminal.v1",
		} {
			r.Header.Set(name, value)
		}
		change(r)
		return r
	}
	for name, c := range map[string]struct {
		change func(*http.Request)
		want   int
	}{
		"no cookie": {func(r *http.Request) { r.Header.Del("Cookie") }, http.StatusUnauthorized},
		"a guessed cookie": {func(r *http.Request) { r.Header.Set("Cookie", m.cookie.Name+"=guessed") },
			http.StatusUnauthorized},
		"another origin":     {func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:1") }, http.StatusForbidden},
		"another site":       {func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, http.StatusForbidden},
		"another host":       {func(r *http.Request) { r.Host = "evil.example" }, http.StatusMisdirectedRequest},
		"no upgrade, no key": {func(r *http.Request) { r.Header.Del("Upgrade") }, http.StatusUnauthorized},
		"another route":      {func(r *http.Request) { r.URL.Path = "/api/v1/runs/" + p.run.ID }, http.StatusUnauthorized},
		"a slash in the name": {func(r *http.Request) {
			r.URL.Path, r.URL.RawPath = "/api/v1/runs/x/terminal", "/api/v1/runs/x%2Fterminal"
		}, http.StatusUnauthorized},
		"another protocol": {func(r *http.Request) { r.Header.Set("Sec-WebSocket-Protocol", "chat") },
			http.StatusUpgradeRequired},
		"no upgrade": {func(r *http.Request) {
			r.Header.Del("Upgrade")
			r.Header.Set(guard.KeyHeader, m.key)
		}, http.StatusUpgradeRequired},
	} {
		answer, err := http.DefaultTransport.RoundTrip(plain(c.change))
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != c.want || answer.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %s %s", name, answer.Status, answer.Header.Get("Content-Type"))
		}
	}
}
