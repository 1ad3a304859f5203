package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"stead/ui/api"
)

// server counts what it does. A body of "fail" fails, "wait" waits for go.
type server struct {
	handler http.Handler
	done    atomic.Int64
	wait    chan struct{}
}

func serve() *server {
	s := &server{wait: make(chan struct{})}
	acts := api.NewActs(api.ActsOptions{
		Caller: func(r *http.Request) string { return r.Header.Get("Caller") },
		IsAct:  func(r *http.Request) bool { return r.Method != http.MethodGet },
		Refuse: func(w http.ResponseWriter, status int, detail string) { http.Error(w, detail, status) },
	})
	s.handler = acts.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := make([]byte, r.ContentLength)
		_, _ = r.Body.Read(body)
		n := s.done.Add(1)
		switch string(body) {
		case "wait":
			<-s.wait
		case "fail":
			http.Error(w, "it broke", http.StatusInternalServerError)
			return
		case "panic":
			panic(http.ErrAbortHandler)
		case "long":
			_, _ = w.Write(make([]byte, 1<<20))
			return
		}
		w.WriteHeader(http.StatusAccepted)
		fmt.Fprintf(w, "done %d", n)
	}))
	return s
}

func (s *server) act(method, path, caller, name, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Header.Set("Caller", caller)
	r.Header.Set(api.ActHeader, name)
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	return w
}

func TestNamedActIsDoneOnce(t *testing.T) {
	s := serve()
	for n, c := range []struct {
		method, path, caller, name, body string
		status                           int
		answer                           string
		replayed                         bool
	}{
		{"POST", "/a", "x", "1", "go", 202, "done 1", false},
		{"POST", "/a", "x", "1", "go", 202, "done 1", true},
		{"POST", "/a", "x", "1", "other", 422, "", false},
		{"POST", "/b", "x", "1", "go", 422, "", false},
		{"PATCH", "/a", "x", "1", "go", 422, "", false},
		{"POST", "/a", "y", "1", "go", 202, "done 2", false}, // somebody else's name
		{"POST", "/a", "x", "", "go", 202, "done 3", false},
		{"GET", "/a", "x", "1", "go", 202, "done 4", false},
		{"POST", "/a", "x", "2", "fail", 500, "", false},
		{"POST", "/a", "x", "2", "fail", 500, "", false}, // what has failed can be tried again
		{"POST", "/a", "x", "2", "go", 202, "done 7", false},
	} {
		w := s.act(c.method, c.path, c.caller, c.name, c.body)
		if w.Code != c.status || c.answer != "" && w.Body.String() != c.answer ||
			(w.Header().Get(api.ReplayedHeader) == "true") != c.replayed {
			t.Errorf("%d: %d %q %v", n, w.Code, w.Body, w.Header())
		}
	}
}

// An act that is repeated while it is in progress waits for its response. Other acts do not displace it.
func TestActThatComesAtTheSameTimeIsDoneOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve()
		var answers sync.Map
		var sending sync.WaitGroup
		send := func() {
			sending.Go(func() { answers.Store(s.act("POST", "/a", "x", "slow", "wait").Body.String(), true) })
		}
		send()
		synctest.Wait()
		for n := range 1100 {
			s.act("POST", "/a", "x", fmt.Sprint(n), "go")
		}
		send()
		send()
		synctest.Wait()
		close(s.wait)
		sending.Wait()
		different := 0
		answers.Range(func(any, any) bool { different++; return true })
		if s.done.Load() != 1101 || different != 1 {
			t.Errorf("%d acts were done, with %d answers to one", s.done.Load(), different)
		}
	})
}

func TestOldAnswersMakeRoom(t *testing.T) {
	s := serve()
	for n := range 20 {
		s.act("POST", "/a", "x", fmt.Sprint(n), "long")
	}
	if w := s.act("POST", "/a", "x", "19", "long"); w.Header().Get(api.ReplayedHeader) == "" {
		t.Error("the newest answer was forgotten")
	}
	if w := s.act("POST", "/a", "x", "0", "long"); w.Header().Get(api.ReplayedHeader) != "" {
		t.Error("20 MB of answers are kept")
	}
}

func TestActThatBreaksOffCanBeTriedAgain(t *testing.T) {
	s := serve()
	func() {
		defer func() { _ = recover() }()
		s.act("POST", "/a", "x", "1", "panic")
	}()
	if w := s.act("POST", "/a", "x", "1", "go"); w.Code != http.StatusAccepted {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
