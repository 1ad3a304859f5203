package guard_test

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stead/ui/api/guard"
)

func allowed(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }

func TestARequestWithTwoOriginsIsRefused(t *testing.T) {
	g, _ := audited(guard.Options{Open: func(*http.Request) bool { return true }})
	for _, second := range []string{"http://h", "https://evil.example"} {
		answer := send(g.Protect(http.HandlerFunc(allowed)), http.MethodGet, "",
			func(r *http.Request) { r.Header["Origin"] = []string{"http://h", second} })
		if answer.Code != http.StatusForbidden {
			t.Errorf("%s: %d", second, answer.Code)
		}
	}
}

// The mode and the destination must both be those of a link.
func TestOnlyALinkLeadsFromAnotherSite(t *testing.T) {
	g, _ := audited(guard.Options{Open: func(*http.Request) bool { return true }})
	for _, c := range []struct {
		method, mode, destination string
		want                      int
	}{
		{"GET", "navigate", "document", 204}, {"GET", "navigate", "iframe", 403}, {"GET", "cors", "document", 403},
		{"GET", "", "document", 403}, {"POST", "navigate", "document", 403},
	} {
		answer := send(g.Protect(http.HandlerFunc(allowed)), c.method, "", func(r *http.Request) {
			r.Header.Set("Sec-Fetch-Site", "cross-site")
			r.Header.Set("Sec-Fetch-Mode", c.mode)
			r.Header.Set("Sec-Fetch-Dest", c.destination)
		})
		if answer.Code != c.want {
			t.Errorf("%+v: %d", c, answer.Code)
		}
	}
}

func TestWhatChangesNothingIsNoAct(t *testing.T) {
	g, acts := audited(guard.Options{Open: func(*http.Request) bool { return true }})
	for method, want := range map[string]int{"GET": 204, "HEAD": 204, "OPTIONS": 204, "POST": 415, "PUT": 415,
		"PATCH": 415, "DELETE": 415} {
		for _, c := range []struct {
			body, kind string
			want       int
		}{{"", "", 204}, {"{}", "", want}, {"", "application/x-www-form-urlencoded", want}} {
			answer := send(g.Protect(http.HandlerFunc(allowed)), method, c.body, func(r *http.Request) {
				if r.Header.Del("Content-Type"); c.kind != "" {
					r.Header.Set("Content-Type", c.kind)
				}
			})
			if answer.Code != c.want {
				t.Errorf("%s %+v: %d", method, c, answer.Code)
			}
		}
	}
	if len(*acts) != 12 {
		t.Errorf("the acts are %+v", *acts)
	}
}

// A WebSocket of a page has no header: the cookie comes first, and the key in a message.
func TestTheKeyMayFollowTheCookie(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := audited(guard.Options{KeyFollows: func(r *http.Request) bool { return r.URL.Path == "/runs" }})
		cookie, key, err := g.Trade(t.Context(), g.Token(), "H")
		if err != nil {
			t.Fatal(err)
		}
		elsewhere, _, err := g.Trade(t.Context(), g.Token(), "other")
		if err != nil {
			t.Fatal(err)
		}
		wrong := *cookie
		wrong.Value = "wrong"
		var confirmed error
		h := g.Protect(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			who, err := g.Confirm(r, r.URL.Query().Get("key"))
			confirmed = err
			if (err == nil) != (who != "") || guard.KeyName(r.Context()) != "" {
				t.Errorf("it is %q before, %q after: %v", guard.KeyName(r.Context()), who, err)
			}
			allowed(w, r)
		}))
		for name, c := range map[string]struct {
			cookie *http.Cookie
			key    string
			want   int
			err    error
		}{
			"with both":                       {cookie, key, 204, nil},
			"with a wrong key":                {cookie, "wrong", 204, guard.ErrSecrets},
			"without a key":                   {cookie, "", 204, guard.ErrSecrets},
			"without a cookie":                {nil, key, 401, nil},
			"with a wrong cookie":             {&wrong, key, 401, nil},
			"with the cookie of another host": {elsewhere, key, 401, nil},
		} {
			confirmed = nil
			answer := send(h, http.MethodGet, "", func(r *http.Request) {
				r.URL.RawQuery = "key=" + c.key
				if c.cookie != nil {
					r.AddCookie(c.cookie)
				}
			})
			if answer.Code != c.want || !errors.Is(confirmed, c.err) {
				t.Errorf("%s: %d, %v", name, answer.Code, confirmed)
			}
		}
		open := func(r *http.Request) {
			r.URL.Path = "/sessions"
			r.AddCookie(cookie)
		}
		if answer := send(h, http.MethodGet, "", open); answer.Code != http.StatusUnauthorized {
			t.Errorf("without a key where none follows: %d", answer.Code)
		}
	})
}

// A caller without secrets is not guessing: it learns immediately what to do, and delays nobody.
func TestWhoHasNoSecretIsToldToGetThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := audited(guard.Options{})
		cookie, key, err := g.Trade(t.Context(), g.Token(), "h")
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		for name, change := range map[string]func(*http.Request){
			"neither": nil, "the cookie": func(r *http.Request) { r.AddCookie(cookie) },
			"the key": func(r *http.Request) { r.Header.Set(guard.KeyHeader, key) },
		} {
			answer := send(g.Protect(http.HandlerFunc(allowed)), http.MethodGet, "", change)
			var problem struct{ Title, Detail string }
			if err := json.NewDecoder(answer.Body).Decode(&problem); err != nil || answer.Code != 401 ||
				problem.Title != "Unauthorized" || !strings.Contains(problem.Detail, "token") {
				t.Errorf("%s: %d, %+v, %v", name, answer.Code, problem, err)
			}
			if kind := answer.Header().Get("Content-Type"); kind != "application/problem+json" {
				t.Errorf("%s: the answer is %s", name, kind)
			}
		}
		if took := time.Since(began); took != 0 {
			t.Errorf("they wait %v", took)
		}
	})
}

func TestManyWrongSecretsAtOnceAreTurnedAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _ := audited(guard.Options{KeyFollows: func(r *http.Request) bool { return r.Method == http.MethodGet }})
		codes := make(chan int, 20)
		for i := range 20 {
			go func() {
				method := []string{http.MethodGet, http.MethodPost}[i%2] // with the cookie alone, and with both
				codes <- send(g.Protect(http.HandlerFunc(allowed)), method, "{}", func(r *http.Request) {
					r.AddCookie(&http.Cookie{Name: "stead-7", Value: "wrong"})
					r.Header.Set(guard.KeyHeader, "wrong")
				}).Code
			}()
		}
		count := map[int]int{}
		for range 20 {
			count[<-codes]++
		}
		if count[http.StatusTooManyRequests] != 4 || count[http.StatusUnauthorized] != 16 {
			t.Errorf("the answers are %v", count)
		}
	})
}

// A response may take a long time: its handler reaches the connection through the guard.
func TestAHandlerReachesItsConnection(t *testing.T) {
	g, _ := audited(guard.Options{Open: func(*http.Request) bool { return true }})
	answer := send(g.Protect(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if err := http.NewResponseController(w).Flush(); err != nil {
			t.Error(err)
		}
	})), http.MethodGet, "", nil)
	if !answer.Flushed {
		t.Error("nothing was sent")
	}
}
