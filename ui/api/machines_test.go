package api_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"stead/runs"
	"stead/ui/api"
	"stead/ui/api/others"
	"stead/ui/model"
)

// desk is a hub at which one other machine is. It implements others.Hub.
type desk struct{ at *httptest.Server }

func (d desk) Names() []string { return []string{"desk"} }

func (d desk) Client(name string) (*http.Client, error) {
	if name != "desk" {
		return nil, fmt.Errorf("there is no machine %q", name)
	}
	to, err := url.Parse(d.at.URL)
	return &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(to)}}, err
}

func (d desk) Seen(context.Context) map[string]time.Time { return nil }

func (d desk) Close() {}

// beside has a server know another machine.
func (m *machine) beside(other *machine) {
	m.t.Helper()
	o := others.New(others.Options{
		Connect: func(context.Context) (others.Hub, error) { return desk{other.admitted("laptop")}, nil }, Host: "machine",
		Base:    "http://machine" + api.Prefix,
		Changed: func(c model.Change) { m.events.Add(api.EventOf(c)) }, Failed: func(err error) { m.t.Error(err) },
		Now: time.Now, Last: func(context.Context, others.Hub) map[string]others.Last { return nil },
		Every: 10 * time.Millisecond,
	})
	ctx, stop := context.WithCancel(context.Background())
	over := make(chan struct{})
	go func() { defer close(over); o.Run(ctx) }()
	m.t.Cleanup(func() { stop(); <-over })
	m.others = o
	m.serve()
}

func TestListsHaveOtherMachinesAndTheirRoutesArePassedOn(t *testing.T) {
	m, other := newMachine(t), newMachine(t)
	run := other.run(runs.Completed)
	m.beside(other)
	var listed model.Sessions
	for limit := time.Now().Add(time.Minute); len(listed.Machines) == 0; time.Sleep(10 * time.Millisecond) {
		if m.get("/sessions", &listed); time.Now().After(limit) {
			t.Fatal("the desk is not listed")
		}
	}
	if len(listed.Items) != 4 || listed.Total != 4 || !strings.Contains(asJSON(t, listed), `"reference":"desk/claude:`) {
		t.Errorf("the list is %s", asJSON(t, listed))
	}
	var here model.Sessions
	if m.get("/sessions?here=true", &here); len(here.Items) != 2 || here.Machines != nil {
		t.Errorf("of this machine it is %s", asJSON(t, here))
	}
	var all, own model.Runs
	m.get("/runs?all=true", &all)
	if m.get("/runs?all=true&here=true", &own); len(all.Items) != 1 || all.Items[0].Machine != "desk" ||
		len(own.Items) != 0 {
		t.Errorf("the runs are %s, here %s", asJSON(t, all), asJSON(t, own))
	}

	var there model.Run
	if m.get("/on/desk/runs/"+run.ID, &there); there.ID != run.ID {
		t.Errorf("the run there is %+v", there)
	}
	status, _, _ := m.do(m.request(http.MethodPost, "/api/v1/on/desk/runs",
		`{"from":"claude:`+sessionID+`","to":"codex"}`))
	if status != http.StatusAccepted || len(other.started) != 1 || len(m.started) != 0 {
		t.Errorf("a start there is %d: %d there, %d here", status, len(other.started), len(m.started))
	}
	for path, want := range map[string]int{
		"/api/v1/on/attic/sessions": http.StatusNotFound, "/api/v1/on/desk/nothing": http.StatusNotFound,
		"/api/v1/on/desk/../sessions":      http.StatusNotFound,
		"/api/v1/on/desk/on/desk/sessions": http.StatusNotFound, "/api/v1/on/desk": http.StatusNotFound,
	} {
		if status, _, _ := m.do(m.request(http.MethodGet, path, "")); status != want {
			t.Errorf("%s is %d", path, status)
		}
	}
}

// Routes behind another server are as protected as the server's own.
func TestRoutesOfOtherMachinesNeedBothSecrets(t *testing.T) {
	m, other := newMachine(t), newMachine(t)
	m.beside(other)
	for _, path := range []string{"/on/desk/sessions", "/on/desk/keys", "/on/desk/tokens",
		"/on/desk/runs/latest/terminal"} {
		for _, left := range []string{"Cookie", "Stead-Key"} {
			r := m.request(http.MethodGet, "/api/v1"+path, "")
			r.Header.Del(left)
			if status, body, _ := m.do(r); status != http.StatusUnauthorized {
				t.Errorf("%s without the %s is %d %s", path, left, status, body)
			}
		}
	}
	conn, answer, err := websocket.Dial(t.Context(), "ws://"+m.place.Hosts[0]+"/api/v1/on/desk/runs/latest/terminal",
		&websocket.DialOptions{
			HTTPHeader: http.Header{"Cookie": {m.cookie.String()}}, Subprotocols: []string{"stead.terminal.v1"},
		})
	if err != nil {
		t.Fatal(err, answer)
	}
	defer conn.CloseNow()
	if err := conn.Write(t.Context(), websocket.MessageText,
		[]byte(`{"type":"key","key":"wrong","rows":40,"columns":120}`)); err != nil {
		t.Fatal(err)
	}
	if _, text, err := conn.Read(t.Context()); err != nil || !strings.Contains(string(text), "401") {
		t.Errorf("a terminal with a wrong key says %q, %v", text, err)
	}
}
