package api_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/internal/testkit/fixtures"
	"stead/ui/api/guard"
)

func fixture(t testing.TB) []byte { return fixtures.Read(t, "claude/tools.jsonl") }

func asJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// trade trades a token as a program does that has no secret yet.
func (m *machine) trade(token string) (status int, cookie *http.Cookie, key string) {
	m.t.Helper()
	r, err := http.NewRequest(http.MethodPost, "http://"+m.place.Hosts[0]+"/api/v1/keys",
		strings.NewReader(fmt.Sprintf(`{"token":%q}`, token)))
	if err != nil {
		m.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", "the same each time")
	status, body, h := m.do(r)
	var out struct{ Key, Header string }
	if status == http.StatusOK {
		if err := json.Unmarshal(body, &out); err != nil || out.Header != guard.KeyHeader {
			m.t.Fatalf("%v\n%s", err, body)
		}
		if cookie, err = http.ParseSetCookie(h.Get("Set-Cookie")); err != nil {
			m.t.Fatal(err)
		}
	}
	return status, cookie, out.Key
}

func TestTokenIsTheWayIn(t *testing.T) {
	m := newMachine(t)
	status, body, _ := m.do(m.request(http.MethodPost, "/api/v1/tokens", ""))
	var made struct {
		Token   string
		Seconds int
	}
	if err := json.Unmarshal(body, &made); err != nil || status != http.StatusOK || made.Seconds != 60 {
		t.Fatalf("%d, %v\n%s", status, err, body)
	}
	status, cookie, key := m.trade(made.Token)
	if status != http.StatusOK {
		t.Fatalf("traded it is %d", status)
	}
	if !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode || cookie.Name != "stead-"+m.place.Port {
		t.Errorf("the cookie is %s", cookie)
	}
	m.cookie, m.key = cookie, key
	m.get("/runs", &struct {
		Items []any `json:"items"`
		Total int   `json:"total"`
	}{})
	if status, _, _ := m.trade(made.Token); status != http.StatusUnauthorized {
		t.Errorf("traded twice it is %d", status)
	}
	for _, act := range []string{"/api/v1/tokens", "/api/v1/keys", "/api/v1/keys"} {
		if a := <-m.acts; a.Object != act || strings.Contains(asJSON(t, a), made.Token) {
			t.Errorf("audited is %+v, want %s", a, act)
		}
	}
}

// Every route except the one that trades a token requires both secrets.
func TestNoRouteAnswersStrangers(t *testing.T) {
	m := newMachine(t)
	_, body, _ := m.do(m.request(http.MethodGet, "/api/v1/openapi.json", ""))
	var doc struct{ Paths map[string]map[string]any }
	if err := json.Unmarshal(body, &doc); err != nil {
		t.Fatal(err)
	}
	doc.Paths["/openapi.json"] = map[string]any{"get": nil}
	doc.Paths["/nosuchroute"] = map[string]any{"get": nil}
	for path, methods := range doc.Paths {
		for method := range methods {
			if path == "/keys" {
				continue
			}
			r := m.request(strings.ToUpper(method), "/api/v1"+path, "")
			r.Header.Del(guard.KeyHeader)
			if status, _, _ := m.do(r); status != http.StatusUnauthorized {
				t.Errorf("%s %s with the cookie alone: %d", method, path, status)
			}
		}
	}
}

// hostile are names that lead out of where names belong, if anybody takes them for paths.
func hostile(secret string) []string {
	return []string{
		"../secret.jsonl", "../../secret", "..", ".", "~", "~/secret.jsonl", secret, secret + ":.", "./secret.jsonl",
		"secret.jsonl", "plain", "-",
		"secret.jsonl#" + sessionID, `..\secret`, "/etc/passwd", "..%2fsecret.jsonl", "....//secret.jsonl",
		"secret.jsonl\x00", "file:///etc/passwd",
		"universal:plain", "claude:" + secret, "draft:../secret", "run:../../secret",
	}
}

// No parameter and no member of a body of any documented route leads to a file: neither to its content, nor to one that
// is written.
func TestNoTextOfARequestLeadsToFiles(t *testing.T) {
	m := newMachine(t)
	m.beginsNothing()
	const marker = "SECRET-MARKER"
	text := strings.ReplaceAll(string(fixture(t)), "NOTES.md", marker)
	secret := filepath.Join(m.home, "secret.jsonl")
	for _, path := range []string{secret, filepath.Join(m.home, "plain"), filepath.Join(m.data(), "secret.jsonl")} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(m.home)
	before := m.outside(t)
	tried := 0
	for _, o := range m.documented() {
		if o.ID == "trade-token" {
			continue // each wrong token waits longer than the one before
		}
		names := []string{}
		for _, p := range o.Parameters {
			if p.Schema.is("string") || p.Schema.is("array") {
				names = append(names, p.Name)
			}
		}
		if o.body != nil {
			for name, member := range o.body.Properties {
				if member.is("string") {
					names = append(names, name)
				}
			}
		}
		for _, name := range names {
			for _, value := range hostile(secret) {
				tried++
				w := m.ask(t, o.good().with(name, value))
				if w.Code >= 500 || strings.Contains(w.Body.String(), marker) || strings.Contains(w.Body.String(), "root:x:") {
					t.Errorf("%s with %s %q: %d\n%.300s", o.ID, name, value, w.Code, w.Body)
				}
			}
		}
	}
	if tried < 1000 {
		t.Errorf("%d requests were tried", tried)
	}
	for _, s := range m.started {
		if strings.Contains(s.From, "secret") || strings.Contains(s.From, "/") {
			t.Errorf("started was %+v", s)
		}
	}
	for path := range m.outside(t) {
		if !before[path] {
			t.Errorf("%s was written", path)
		}
	}
}

// outside are the files of the home that are not stead's own.
func (m *machine) outside(t *testing.T) map[string]bool {
	t.Helper()
	all := map[string]bool{}
	err := filepath.WalkDir(m.home, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasPrefix(path, m.data()) &&
			!strings.HasPrefix(filepath.Base(path), "catalog.db") {
			all[path] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A path that would be a different one without its dots is not a route: nobody is redirected.
func TestCrookedPathsAreNoRoutes(t *testing.T) {
	m := newMachine(t)
	for _, path := range []string{"//sessions", "/./sessions", "/sessions/../runs", "/sessions/claude//entries",
		"/../../etc/passwd", "/runs/"} {
		r := m.request("GET", "/", "")
		r.URL = &url.URL{Scheme: "http", Host: r.URL.Host, Opaque: "/api/v1" + path}
		if status, body, h := m.do(r); status != 404 || h.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s %s", path, status, h.Get("Location"), body)
		}
	}
}
