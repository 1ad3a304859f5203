package runtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"stead/e2e/harness"
)

// Server is "stead serve", and a program that calls its API.
type Server struct {
	// Origin is the server's address, without a slash at the end. The API is below it.
	Origin string
	// Client has the cookie. Key is the other secret.
	Client *http.Client
	Key    string
	// On is the other machine whose routes are called. It is empty for the server's own.
	On string

	t *testing.T
}

// path returns the path of a route.
func (s *Server) path(route string) string {
	if s.On != "" {
		return api + "/on/" + s.On + route
	}
	return api + route
}

// api is the path of the API below a server's origin.
const api = "/api/v1"

// Serve starts a server on a free port and trades its token. The server ends with the test.
func Serve(t *testing.T, g *harness.Environment, args ...string) *Server {
	t.Helper()
	command := exec.Command(g.SteadPath(), append([]string{"serve", "--listen", "127.0.0.1:0"}, args...)...)
	command.Env, command.Dir = g.Env(), t.TempDir()
	said, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{t: t, Client: &http.Client{Jar: jar}}
	t.Cleanup(func() {
		s.Client.CloseIdleConnections()
		_ = command.Process.Signal(syscall.SIGTERM)
		rest, _ := io.ReadAll(said)
		if err := command.Wait(); err != nil {
			t.Errorf("the server ends with %v", err)
		}
		if t.Failed() && len(rest) > 0 {
			t.Logf("the server has said:\n%s", rest)
		}
	})
	s.signIn(invitation(said))
	return s
}

// invitation reads a server's output up to its token.
func invitation(said io.Reader) (origin, token string) {
	for lines := bufio.NewScanner(said); token == "" && lines.Scan(); {
		if _, after, ok := strings.Cut(lines.Text(), "serving the API at "); ok {
			origin = strings.TrimSuffix(after, api)
		}
		_, token, _ = strings.Cut(lines.Text(), "within a minute: ")
	}
	if address, after, ok := strings.Cut(token, "/#token="); ok {
		return address, after
	}
	return origin, token
}

func (s *Server) signIn(origin, token string) {
	s.t.Helper()
	s.Origin = origin
	var secrets struct{ Key string }
	if status := s.Call(http.MethodPost, "/keys", fmt.Sprintf(`{"token":%q}`, token), &secrets); status != http.StatusOK {
		s.t.Fatalf("the token is worth %d", status)
	}
	s.Key = secrets.Key
}

// Call calls a route of the API.
func (s *Server) Call(method, path, body string, into any) (status int) {
	s.t.Helper()
	r, err := http.NewRequestWithContext(s.t.Context(), method, s.Origin+s.path(path), strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Stead-Key", s.Key)
	answer, err := s.Client.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil {
		s.t.Fatal(err)
	}
	return answer.StatusCode
}
