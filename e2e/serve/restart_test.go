package serve_test

import (
	"net"
	"net/http"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/runtest"
)

// TestRestartSignsNobodyOut has a browser go on after a restart of the server, until --sign-out, and not at a server
// that allows more than the one at which it has signed in.
func TestRestartSignsNobodyOut(t *testing.T) {
	g := harness.New(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	var full, looking *runtest.Server
	calls := func(t *testing.T, was **runtest.Server, want int, args ...string) {
		s := runtest.Serve(t, g, append([]string{"--api", "--listen", address}, args...)...)
		if *was == nil {
			*was = &runtest.Server{Client: s.Client, Key: s.Key}
		}
		s.Client, s.Key = (*was).Client, (*was).Key
		if status := s.Call(http.MethodGet, "/sessions", "", &struct{}{}); status != want {
			t.Errorf("with %q it is %d, want %d", args, status, want)
		}
	}
	for _, step := range []struct {
		name string
		was  **runtest.Server
		want int
		args []string
	}{
		{"first", &full, 200, nil}, {"again", &full, 200, nil},
		{"to look", &looking, 200, []string{"--read-only"}}, {"to look again", &looking, 200, []string{"--read-only"}},
		{"to act", &looking, 401, nil}, {"and back", &full, 200, nil}, {"signed out", &full, 401, []string{"--sign-out"}},
	} {
		t.Run(step.name, func(t *testing.T) { calls(t, step.was, step.want, step.args...) })
	}
}
