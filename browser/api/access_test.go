package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"stead/browser/guard"
	"stead/internal/fixtures"
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
	r, err := http.NewRequest(http.MethodPost, "http://"+m.place.Hosts[0]+"/api/v1/keys", strings.NewReader(fmt.Sprintf(`{"token":%q}`, token)))
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

// Every route but the way in wants both secrets.
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
