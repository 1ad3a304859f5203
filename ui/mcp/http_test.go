package mcp

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// overHTTP serves the machine's sessions until the test ends, or end is called.
func overHTTP(t *testing.T) (address string, end func()) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	l, err := Listen(ctx, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- ServeHTTP(ctx, machine(t), l, "right") }()
	ended := false
	end = func() {
		if ended {
			return
		}
		ended = true
		stop()
		select {
		case err := <-served:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(20 * time.Second):
			t.Error("the server goes on")
		}
	}
	t.Cleanup(end)
	return "http://" + l.Addr().String(), end
}

// withHeaders sends requests with headers of the test's own.
type withHeaders struct{ headers map[string]string }

func (h withHeaders) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for name, value := range h.headers {
		if name == "Host" {
			r.Host = value
		}
		r.Header.Set(name, value)
	}
	return http.DefaultTransport.RoundTrip(r)
}

func TestToolsOverHTTP(t *testing.T) {
	address, end := overHTTP(t)
	defer http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	transport := &sdk.StreamableClientTransport{
		Endpoint: address, HTTPClient: &http.Client{Transport: withHeaders{
			map[string]string{"Authorization": "Bearer right"}}},
	}
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(context.Background(),
		transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := call(t, session, "list_sessions", nil); !strings.Contains(text, "2 sessions") {
		t.Errorf("listed is\n%s", text)
	}
	end() // while the client listens
	_ = session.Close()
}

func TestStrangersAreRefused(t *testing.T) {
	address, _ := overHTTP(t)
	defer http.DefaultTransport.(*http.Transport).CloseIdleConnections()
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
	for name, c := range map[string]struct {
		headers map[string]string
		want    int
	}{
		"the user's client": {map[string]string{"Authorization": "Bearer right"}, http.StatusOK},
		"no token":          {nil, http.StatusUnauthorized},
		"a wrong token":     {map[string]string{"Authorization": "Bearer wrong"}, http.StatusUnauthorized},
		"a name that resolves to this machine": {map[string]string{"Authorization": "Bearer right", "Host": "evil.example"},
			http.StatusForbidden},
		"a web page": {map[string]string{"Authorization": "Bearer right",
			"Origin": "https://evil.example"}, http.StatusForbidden},
		"a web page of a browser that says so": {map[string]string{"Authorization": "Bearer right",
			"Sec-Fetch-Site": "cross-site"}, http.StatusForbidden},
	} {
		r, err := http.NewRequest(http.MethodPost, address, strings.NewReader(hello))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		answer, err := withHeaders{c.headers}.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		if answer.StatusCode != c.want {
			t.Errorf("%s: %s", name, answer.Status)
		}
		answer.Body.Close()
	}
}

func TestOnlyThisMachineIsListenedTo(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "192.168.1.1:0", "example.org:80", "[::]:0"} {
		if l, err := Listen(context.Background(), address); !errors.Is(err, ErrNotLocal) {
			t.Errorf("%s: %v, %v", address, l, err)
		}
	}
	if _, err := Listen(context.Background(), "127.0.0.1"); err == nil {
		t.Error("an address without a port is taken")
	}
}
