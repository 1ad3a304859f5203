package guard_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"stead/ui/api/guard"
)

// server is a guarded server that answers each allowed request with "allowed".
type server struct {
	*guard.Guard
	place  guard.Place
	access sync.Mutex
	acts   []guard.Act
}

func serve(t *testing.T) *server {
	t.Helper()
	l, place, err := guard.Listen(t.Context(), "127.0.0.1:0", guard.Certificate{})
	if err != nil {
		t.Fatal(err)
	}
	s := &server{place: place}
	s.Guard = guard.New(guard.Options{
		Place: place, Now: time.Now, Open: func(r *http.Request) bool { return r.URL.Path == "/open" },
		Audit: func(a guard.Act) {
			s.access.Lock()
			defer s.access.Unlock()
			s.acts = append(s.acts, a)
		},
	})
	serving := &http.Server{Handler: s.Protect(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
			return
		}
		_, _ = io.WriteString(w, "allowed")
	}))}
	go serving.Serve(l) //nolint:errcheck // it ends with the test
	t.Cleanup(func() { serving.Close() })
	return s
}

// enter trades a token for the secrets.
func (s *server) enter(t *testing.T) (cookie *http.Cookie, key string) {
	t.Helper()
	cookie, key, err := s.Trade(t.Context(), s.Token(), s.place.Hosts[0])
	if err != nil {
		t.Fatal(err)
	}
	return cookie, key
}

// request is a request with what a browser or a program says in it.
type request struct {
	method, path, body, host string
	headers                  map[string]string
	cookie                   *http.Cookie
}

func (s *server) do(t *testing.T, q request) *http.Response {
	t.Helper()
	r, err := http.NewRequest(q.method, "http://"+s.place.Hosts[0]+q.path, strings.NewReader(q.body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range q.headers {
		r.Header.Set(name, value)
	}
	if q.host != "" {
		r.Host = q.host
	}
	if q.cookie != nil {
		r.AddCookie(q.cookie)
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	return answer
}

func TestOnlyTheUserIsLetIn(t *testing.T) {
	s := serve(t)
	cookie, key := s.enter(t)
	other, otherKey := s.enter(t)
	own := "http://" + s.place.Hosts[0]
	_, port, _ := net.SplitHostPort(s.place.Hosts[0])
	with := func(headers ...string) map[string]string {
		all := map[string]string{guard.KeyHeader: key}
		for i := 0; i < len(headers); i += 2 {
			all[headers[i]] = headers[i+1]
		}
		return all
	}
	visit := func(mode, destination string) map[string]string {
		return map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": destination}
	}
	for _, c := range []struct {
		name string
		request
		want int
	}{
		{"a program with both secrets", request{headers: with(), cookie: cookie}, 200},
		{"the page of the server", request{headers: with("Origin", own, "Sec-Fetch-Site", "same-origin"), cookie: cookie},
			200},
		{"an address that the user typed", request{headers: with("Sec-Fetch-Site", "none"), cookie: cookie}, 200},
		{"an act", request{method: "POST", headers: with("Content-Type", "application/json; charset=utf-8"), cookie: cookie,
			body: "{}"}, 200},
		{"what is open to all", request{path: "/open"}, 200},
		{"no secret", request{}, 401},
		{"the cookie without the key", request{cookie: cookie}, 401},
		{"the key without the cookie", request{headers: with()}, 401},
		{"a wrong key", request{headers: with(guard.KeyHeader, "wrong"), cookie: cookie}, 401},
		{"the key of somebody else", request{headers: with(guard.KeyHeader, otherKey), cookie: cookie}, 401},
		{"the cookie of somebody else", request{headers: with(), cookie: other}, 401},
		{"the secrets of one name at another", request{headers: with(), cookie: cookie, host: "localhost:" + port}, 401},
		{"a wrong host", request{headers: with(), cookie: cookie, host: "evil.example:" + port}, 421},
		{"another port", request{headers: with(), cookie: cookie, host: "127.0.0.1:1"}, 421},
		{"a host without a port", request{headers: with(), cookie: cookie, host: "127.0.0.1"}, 421},
		{"a wrong host at what is open", request{path: "/open", host: "evil.example"}, 421},
		{"a wrong origin", request{headers: with("Origin", "https://evil.example"), cookie: cookie}, 403},
		{"the origin null", request{headers: with("Origin", "null"), cookie: cookie}, 403},
		{"the origin of another scheme", request{headers: with("Origin", "https://"+s.place.Hosts[0]), cookie: cookie}, 403},
		{"the origin of another name of the server", request{headers: with("Origin", "http://localhost:"+port),
			cookie: cookie}, 403},
		{"a wrong origin at what is open", request{path: "/open",
			headers: map[string]string{"Origin": "https://evil.example"}}, 403},
		{"another site", request{headers: with("Sec-Fetch-Site", "cross-site"), cookie: cookie}, 403},
		{"a link of another site to what is open", request{path: "/open", headers: visit("navigate", "document")}, 200},
		{"a link of another site to what is not", request{headers: visit("navigate", "document"), cookie: cookie}, 403},
		{"a frame of another site", request{path: "/open", headers: visit("navigate", "iframe")}, 403},
		{"a script of another site", request{path: "/open", headers: visit("cors", "empty")}, 403},
		{"a form of another site at what is open", request{
			method: "POST", path: "/open", headers: visit("navigate", "document"), body: "a=b",
		}, 403},
		{"another port of this machine, as a browser says it",
			request{headers: with("Sec-Fetch-Site", "same-site"), cookie: cookie}, 403},
		{"a question whether another origin may call", request{method: "OPTIONS",
			headers: map[string]string{"Origin": "https://evil.example"}}, 403},
		{"another site's form", request{
			method: "POST", headers: map[string]string{"Content-Type": "application/x-www-form-urlencoded",
				"Origin": "https://evil.example"}, cookie: cookie, body: "a=b",
		}, 403},
		{"another site's form in an old browser", request{
			method: "POST", headers: map[string]string{"Content-Type": "text/plain"}, cookie: cookie, body: `{"a":"b"}`,
		}, 415},
		{"a form at what is open", request{
			method: "POST", path: "/open", headers: map[string]string{"Content-Type": "multipart/form-data"}, body: `{"a":"b"}`,
		}, 415},
		{"a body without an end", request{
			method: "POST", headers: with("Content-Type", "application/json"), cookie: cookie, body: strings.Repeat("a", 2<<20),
		}, 413},
	} {
		answer := s.do(t, c.request)
		if answer.StatusCode != c.want {
			t.Errorf("%s: %s, want %d", c.name, answer.Status, c.want)
		}
		if answer.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s: another origin may read the answer", c.name)
		}
	}
}

// A browser sends a cookie to every port of a host: another user's server on this machine gets it, and can do nothing
// with it.
func TestCookieThatAServerOnAnotherPortHasGotIsWorthNothing(t *testing.T) {
	s := serve(t)
	cookie, key := s.enter(t)
	stolen := make(chan *http.Cookie, 1)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	evil := &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		got, _ := r.Cookie(cookie.Name)
		stolen <- got
	})}
	go evil.Serve(l) //nolint:errcheck // it ends with the test
	defer evil.Close()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	jar.SetCookies(&url.URL{Scheme: "http", Host: s.place.Hosts[0], Path: "/"}, []*http.Cookie{cookie})
	answer, err := (&http.Client{Jar: jar}).Get("http://" + l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	got := <-stolen
	if got == nil || got.Value != cookie.Value {
		t.Fatalf("the other server has got %v: the test proves nothing", got)
	}
	if answer := s.do(t, request{cookie: got}); answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("with the cookie alone: %s", answer.Status)
	}
	page := map[string]string{"Origin": "http://" + l.Addr().String(), "Sec-Fetch-Site": "same-site", guard.KeyHeader: key}
	if answer := s.do(t, request{cookie: got, headers: page}); answer.StatusCode != http.StatusForbidden {
		t.Errorf("a page of the other server: %s", answer.Status)
	}
}

func TestTokenIsTradedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := guard.New(guard.Options{Place: guard.Place{Scheme: "http", Port: "7", Hosts: []string{"127.0.0.1:7"}},
			Now: time.Now})
		token, late := g.Token(), g.Token()
		cookie, key, err := g.Trade(t.Context(), token, "127.0.0.1:7")
		if err != nil || key == "" || key == cookie.Value {
			t.Fatalf("%v, %q, %v", cookie, key, err)
		}
		if cookie.Name != "stead-7" || !cookie.HttpOnly || cookie.SameSite != http.SameSiteStrictMode ||
			cookie.Path != "/" || cookie.Secure {
			t.Errorf("the cookie is %s", cookie)
		}
		if _, _, err := g.Trade(t.Context(), token, "127.0.0.1:7"); !errors.Is(err, guard.ErrToken) {
			t.Errorf("a second time: %v", err)
		}
		if _, _, err := g.Trade(t.Context(), "", "127.0.0.1:7"); !errors.Is(err, guard.ErrToken) {
			t.Errorf("no token: %v", err)
		}
		time.Sleep(guard.TokenLife + time.Second)
		if _, _, err := g.Trade(t.Context(), late, "127.0.0.1:7"); !errors.Is(err, guard.ErrToken) {
			t.Errorf("after its life: %v", err)
		}
	})
}

// Each wrong secret waits longer than the one before, and simultaneous ones wait one after the other. A right one never
// waits.
func TestWrongSecretsAreSlowedDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := guard.New(guard.Options{Place: guard.Place{Scheme: "http", Hosts: []string{"h"}}, Now: time.Now})
		last := time.Duration(0)
		for range 5 {
			began := time.Now()
			_, _, _ = g.Trade(t.Context(), "wrong", "h")
			if took := time.Since(began); took <= last {
				t.Errorf("it took %v, after %v", took, last)
			} else {
				last = took
			}
		}
		answers := make(chan error)
		began := time.Now()
		for range 20 {
			go func() {
				_, _, err := g.Trade(t.Context(), "wrong", "h")
				answers <- err
			}()
		}
		synctest.Wait()
		if _, _, err := g.Trade(t.Context(), g.Token(), "h"); err != nil || time.Since(began) != 0 {
			t.Errorf("the user waits %v: %v", time.Since(began), err)
		}
		refused := 0
		for range 20 {
			if errors.Is(<-answers, guard.ErrTooMany) {
				refused++
			}
		}
		if took := time.Since(began); refused != 4 || took < time.Minute {
			t.Errorf("%d were refused at once, the others took %v", refused, took)
		}
		ctx, stop := context.WithCancel(t.Context())
		stop()
		if _, _, err := g.Trade(ctx, "wrong", "h"); !errors.Is(err, context.Canceled) {
			t.Errorf("who has gone waits: %v", err)
		}
	})
}

func TestAnswersAreKeptFromOthers(t *testing.T) {
	s := serve(t)
	cookie, key := s.enter(t)
	for _, q := range []request{{}, {cookie: cookie, headers: map[string]string{guard.KeyHeader: key}}} {
		h := s.do(t, q).Header
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store",
			"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		} {
			if h.Get(name) != want {
				t.Errorf("%s is %q", name, h.Get(name))
			}
		}
		for _, part := range []string{"default-src 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
			"trusted-types 'none'"} {
			if !strings.Contains(h.Get("Content-Security-Policy"), part) {
				t.Errorf("the policy lacks %s", part)
			}
		}
	}
	var problem struct {
		Type   string
		Status int
		Detail string
	}
	answer := s.do(t, request{})
	if err := json.NewDecoder(answer.Body).Decode(&problem); err != nil || problem.Type != "refused" ||
		problem.Status != 401 || problem.Detail == "" {
		t.Errorf("the refusal is %+v, %v", problem, err)
	}
}

func TestEachActIsAudited(t *testing.T) {
	s := serve(t)
	cookie, key := s.enter(t)
	known := map[string]string{guard.KeyHeader: key, "Content-Type": "application/json"}
	s.do(t, request{path: "/sessions", cookie: cookie, headers: known})
	s.do(t, request{method: "POST", path: "/runs", cookie: cookie, headers: known})
	s.do(t, request{method: "DELETE", path: "/runs/1", headers: map[string]string{"Content-Type": "application/json"}})
	s.access.Lock()
	defer s.access.Unlock()
	if len(s.acts) != 2 {
		t.Fatalf("the acts are %+v", s.acts)
	}
	first, second := s.acts[0], s.acts[1]
	if first.Act != "POST" || first.Object != "/runs" || first.Status != 200 || len(first.Key) != 8 ||
		strings.Contains(key, first.Key) {
		t.Errorf("the first is %+v", first)
	}
	if second.Act != "DELETE" || second.Status != 401 || second.Key != "" {
		t.Errorf("the second is %+v", second)
	}
}

// A caller without secrets can neither fill the disk with the audit nor hide what others do in it.
func TestStrangersDoNotFloodTheAudit(t *testing.T) {
	s := serve(t)
	cookie, key := s.enter(t)
	json := map[string]string{"Content-Type": "application/json"}
	for range 150 {
		s.do(t, request{method: "POST", path: "/" + strings.Repeat("x", 5000), headers: json})
	}
	s.do(t, request{method: "POST", path: "/runs", cookie: cookie,
		headers: map[string]string{"Content-Type": "application/json", guard.KeyHeader: key}})
	s.access.Lock()
	defer s.access.Unlock()
	if len(s.acts) != 101 || s.acts[100].Object != "/runs" || s.acts[100].Key == "" || len(s.acts[0].Object) > 310 {
		t.Errorf("%d acts are told of, the last is %+v", len(s.acts), s.acts[len(s.acts)-1])
	}
}

func TestMissedActsOfStrangersAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var acts []guard.Act
		g := guard.New(guard.Options{
			Place: guard.Place{Scheme: "http", Hosts: []string{"h"}}, Now: time.Now,
			Open:  func(*http.Request) bool { return false },
			Audit: func(a guard.Act) { acts = append(acts, a) },
		})
		handler := g.Protect(http.NotFoundHandler())
		knock := func() { handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/runs", nil)) }
		for range 130 {
			knock()
		}
		time.Sleep(2 * time.Minute)
		knock()
		if last := acts[len(acts)-1]; len(acts) != 101 || last.Missed != 30 {
			t.Errorf("%d acts are told of, the last with %d missed", len(acts), last.Missed)
		}
	})
}

func TestLongAuditBecomesTheOldOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	if err := os.WriteFile(path, make([]byte, 11<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	audit, end, err := guard.OpenAudit(path, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	defer end() //nolint:errcheck // the test is over
	audit(guard.Act{Act: "POST", Object: "/a"})
	audit(guard.Act{Act: "POST", Object: "/b"})
	if lines := readLines(t, path); len(lines) != 2 || !strings.Contains(lines[0], "/a") {
		t.Errorf("the audit is %q", lines)
	}
	for _, name := range []string{path, path + ".1"} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}

func TestAuditIsAFileOfTheUserAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "audit.jsonl")
	for i := range 2 {
		audit, end, err := guard.OpenAudit(path, func(err error) { t.Error(err) })
		if err != nil {
			t.Fatal(err)
		}
		audit(guard.Act{Act: "POST", Object: "/a\nb", Status: 200 + i})
		if err := end(); err != nil {
			t.Fatal(err)
		}
	}
	lines := readLines(t, path)
	if len(lines) != 2 || !strings.Contains(lines[1], `"status":201`) {
		t.Errorf("the audit is %q", lines)
	}
}
