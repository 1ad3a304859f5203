package guard_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"stead/ui/api/guard"
)

// audited returns a guard of the host h, with what it tells of.
func audited(o guard.Options) (*guard.Guard, *[]guard.Act) {
	var acts []guard.Act
	o.Place, o.Now, o.Audit = guard.Place{Scheme: "http", Port: "7",
		Hosts: []string{"h"}}, time.Now, func(a guard.Act) { acts = append(acts, a) }
	if o.Open == nil {
		o.Open = func(*http.Request) bool { return false }
	}
	return guard.New(o), &acts
}

// send has a handler answer a request to the host h.
func send(h http.Handler, method, body string, change func(*http.Request)) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, "http://h/runs", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	if change != nil {
		change(r)
	}
	answer := httptest.NewRecorder()
	h.ServeHTTP(answer, r)
	return answer
}

func TestAMachineThatHasProvenItselfNeedsNoSecrets(t *testing.T) {
	g, acts := audited(guard.Options{})
	h := g.Admit("desk", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		who, err := g.Confirm(r, "")
		if guard.Machine(r.Context()) != "desk" || guard.KeyName(r.Context()) != "machine desk" ||
			guard.Caller(r) != "machine desk" || who != "machine desk" || err != nil {
			t.Errorf("the caller is %q, %q, %q, %q, %v", guard.Machine(r.Context()), guard.KeyName(r.Context()),
				guard.Caller(r), who, err)
		}
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		}
	}))
	for _, c := range []struct {
		method, body string
		want         int
	}{{http.MethodGet, "", 200}, {http.MethodPost, "{}", 200}, {http.MethodPost, strings.Repeat("a", 2<<20), 413}} {
		answer := send(h, c.method, c.body, nil)
		if answer.Code != c.want || answer.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%s of %d bytes: %d", c.method, len(c.body), answer.Code)
		}
	}
	if len(*acts) != 2 || (*acts)[0].Key != "machine desk" || (*acts)[0].Status != 200 || (*acts)[1].Status != 413 {
		t.Errorf("the acts are %+v", *acts)
	}
}

func TestAMachineWithoutANameIsRefused(t *testing.T) {
	g, acts := audited(guard.Options{})
	answer := send(g.Admit("", http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("it is let in") })),
		http.MethodPost, "{}", nil)
	if answer.Code != http.StatusForbidden || len(*acts) != 1 || (*acts)[0].Key != "" ||
		(*acts)[0].Status != http.StatusForbidden {
		t.Errorf("the answer is %d, the acts are %+v", answer.Code, *acts)
	}
}

// A browser can claim anything, but not that it is a machine.
func TestNobodyIsAMachineByItsWord(t *testing.T) {
	g, _ := audited(guard.Options{Open: func(*http.Request) bool { return true }})
	h := g.Protect(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if guard.Machine(r.Context()) != "" || guard.Caller(r) != "a key" {
			t.Errorf("the caller is %q, %q", guard.Machine(r.Context()), guard.Caller(r))
		}
		if who, err := g.Confirm(r, "machine desk"); err == nil || who != "" {
			t.Errorf("it is taken for %q: %v", who, err)
		}
	}))
	if answer := send(h, http.MethodPost, "{}", func(r *http.Request) {
		r.Header.Set(guard.KeyHeader, "a key")
	}); answer.Code != 200 {
		t.Errorf("the answer is %d", answer.Code)
	}
}
