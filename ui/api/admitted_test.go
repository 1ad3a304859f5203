package api_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"stead/runs"
)

// admitted serves the routes to a machine of that name, as a node does.
func (m *machine) admitted(name string) *httptest.Server {
	m.t.Helper()
	s := httptest.NewServer(m.guard.Admit(name, m.routes))
	m.t.Cleanup(s.Close)
	return s
}

func post(t *testing.T, url, name, body string) (status int, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", name)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(content)
}

func TestMachineThatWasAdmittedNeedsNoSecrets(t *testing.T) {
	m := newMachine(t)
	laptop := m.admitted("laptop")
	answer, err := http.Get(laptop.URL + "/api/v1/sessions")
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Errorf("the sessions are %s", answer.Status)
	}
	for _, path := range []string{"/api/v1/tokens", "/api/v1/keys", "/api/v1/toke%6Es"} {
		if status, text := post(t, laptop.URL+path, "", `{"token":"`+m.guard.Token()+`"}`); status != http.StatusNotFound {
			t.Errorf("%s gives it secrets: %d, %s", path, status, text)
		}
		if a := <-m.acts; a.Key != "machine laptop" || a.Status != http.StatusNotFound {
			t.Errorf("audited is %+v", a)
		}
	}
}

// Two machines may give their acts the same name, and a key that a machine claims to have counts for nothing.
func TestActsOfMachinesAreToldApart(t *testing.T) {
	m := newMachine(t)
	m.run(runs.Running)
	for _, name := range []string{"laptop", "phone", "laptop"} {
		s := m.admitted(name)
		if status, text := post(t, s.URL+"/api/v1/runs", "the same",
			`{"to":"codex","prompt":"hello"}`); status != http.StatusAccepted {
			t.Fatalf("%s: %d, %s", name, status, text)
		}
		if a := <-m.acts; a.Key != "machine "+name {
			t.Errorf("audited is %+v", a)
		}
	}
	if len(m.started) != 2 {
		t.Errorf("%d runs were started", len(m.started))
	}
}

func TestMachineThatWasAdmittedHasTheTerminal(t *testing.T) {
	m := newMachine(t)
	p := m.program(echoing)
	laptop := m.admitted("laptop")
	conn, _, err := websocket.Dial(t.Context(), m.terminal(p.run.ID), nil)
	if err == nil {
		conn.CloseNow() //nolint:errcheck // the test has failed
		t.Error("who has no secrets has the terminal")
	}
	conn, _, err = websocket.Dial(t.Context(), laptop.URL+"/api/v1/runs/"+p.run.ID+"/terminal",
		&websocket.DialOptions{Subprotocols: []string{"stead.terminal.v1"}})
	if err != nil {
		t.Fatal(err)
	}
	conn.SetReadLimit(1 << 20)
	t.Cleanup(func() { _ = conn.CloseNow() })
	c := &caller{t: t, conn: conn}
	c.say(`{"type":"key","rows":24,"columns":80}`)
	c.awaitDrawn("ready")
	c.say(`{"type":"keyboard","yours":true}`)
	c.awaitKeyboard(true, true, 1)
	if a := <-m.acts; a.Act != "keyboard" || a.Key != "machine laptop" {
		t.Errorf("audited is %+v", a)
	}
	c.press("end\r")
	c.await("end", func(m message) bool { return m.Type == "end" })
}
