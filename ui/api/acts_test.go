package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stead/inject"
	"stead/inject/signals"
	"stead/orchestrator/active"
	"stead/orchestrator/questions"
	"stead/orchestrator/workdir"
	"stead/runs"
	"stead/runs/socket"
	"stead/ui/api"
	"stead/ui/model"
)

// start and fork stand for the command line's.
func (m *machine) start(_ context.Context, s model.Start) (string, error) {
	m.started = append(m.started, s)
	if s.To == "nothing" {
		return "", errors.New("it broke")
	}
	return m.run(runs.Completed).ID, nil
}

func (m *machine) resume(_ context.Context, o model.Resume) (string, error) {
	if o.Prompt == "break" {
		return "", errors.New("it broke")
	}
	return o.Run, nil
}

func (m *machine) fork(_ context.Context, f model.Fork) (string, error) {
	m.forked = append(m.forked, f)
	if f.To == "homeless" {
		return "", fmt.Errorf("%w: it is gone", workdir.ErrNoFolder)
	}
	return m.run(runs.Completed).ID, nil
}

// act sends an act, with a key if there is one.
func (m *machine) act(path, body, key string) (status int, answer string, h http.Header) {
	m.t.Helper()
	r := m.request(http.MethodPost, "/api/v1"+path, body)
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	status, text, h := m.do(r)
	return status, string(text), h
}

func TestActsAreThoseOfTheCommandLine(t *testing.T) {
	m := newMachine(t)
	status, answer, _ := m.act("/runs", `{"from":"claude:`+sessionID[:8]+
		`","to":"codex","prompt":"Go on","redact":"always"}`, "")
	var r model.Run
	if err := json.Unmarshal([]byte(answer), &r); err != nil || status != http.StatusAccepted || r.ID == "" {
		t.Fatalf("%d %s", status, answer)
	}
	if s := m.started[0]; s.From != "claude:"+sessionID || s.To != "codex" || s.Prompt != "Go on" || s.Redact != "always" {
		t.Errorf("started is %+v", s)
	}
	if status, answer, _ := m.act("/forks", `{"session":"claude:`+sessionID+`","at":"turn:1"}`,
		""); status != http.StatusAccepted || m.forked[0].At != "turn:1" {
		t.Errorf("%d %s: %+v", status, answer, m.forked)
	}
	if status, answer, _ := m.act("/runs/"+r.ID+"/stop", "", ""); status != http.StatusAccepted ||
		!strings.Contains(answer, `"done"`) {
		t.Errorf("stopped once more it is %d %s", status, answer)
	}
	for _, want := range []string{"/api/v1/runs", "/api/v1/forks", "/api/v1/runs/" + r.ID + "/stop"} {
		if a := <-m.acts; a.Object != want || a.Status != http.StatusAccepted || a.Key == "" {
			t.Errorf("audited is %+v, want %s", a, want)
		}
	}
}

func TestActsThatCannotBeDone(t *testing.T) {
	m := newMachine(t)
	ended := m.run(runs.Completed)
	for _, c := range []struct{ path, body, want string }{
		{"/runs", `{}`, "422 wrong-usage"},
		{"/runs", `{"to":""}`, "422 wrong-usage"},
		{"/runs", `not JSON`, "400 wrong-usage"},
		{"/runs", `{"to":"codex","colour":"red"}`, "422 wrong-usage"},
		{"/runs", `{"to":"codex","thinking":"loud"}`, "422 wrong-usage"},
		{"/runs", `{"to":"codex","redact":"ask"}`, "422 wrong-usage"},
		{"/runs", `{"to":"codex","prompt":"-"}`, "422 wrong-usage"},
		{"/runs", `{"to":"codex","at":"turn:1"}`, "422 wrong-usage"},
		{"/runs", `{"from":"/etc/passwd","to":"codex"}`, "422 wrong-usage"},
		{"/runs", `{"from":"-","to":"codex"}`, "422 wrong-usage"},
		{"/runs", `{"from":"claude:0000","to":"codex"}`, "404 not-found"},
		{"/runs", `{"to":"nothing"}`, "500 failed"},
		{"/forks", `{"session":"../secret"}`, "422 wrong-usage"},
		{"/forks", `{"session":"universal:plain"}`, "422 wrong-usage"},
		{"/runs/0000/stop", ``, "404 not-found"},
		{"/runs/0000/send", `{"text":"go on"}`, "404 not-found"},
		{"/runs/" + ended.ID + "/send", `{"text":" "}`, "422 wrong-usage"},
		{"/runs/" + ended.ID + "/send", `{"text":"go on"}`, "409 failed"},
		{"/runs/0000/switch", `{"to":"claude"}`, "404 not-found"},
		{"/runs/" + ended.ID + "/switch", `{"to":""}`, "422 wrong-usage"},
		{"/runs/" + ended.ID + "/switch", `{"to":"claude"}`, "409 failed"},
	} {
		status, answer, _ := m.act(c.path, c.body, "")
		var p api.Problem
		if err := json.Unmarshal([]byte(answer), &p); err != nil {
			t.Fatalf("%s %s: %d %s", c.path, c.body, status, answer)
		}
		if got := fmt.Sprint(status, " ", p.Type); got != c.want {
			t.Errorf("%s %s: %s (%s), want %s", c.path, c.body, got, p.Detail, c.want)
		}
	}
	if len(m.started) != 1 || len(m.forked) != 0 {
		t.Errorf("started was %+v, forked %+v", m.started, m.forked)
	}
}

// An act that is sent again with its key is done once, even if both requests come at the same time.
func TestActIsDoneOnce(t *testing.T) {
	m := newMachine(t)
	var answers sync.Map
	var sending sync.WaitGroup
	for range 5 {
		sending.Go(func() {
			_, answer, _ := m.act("/runs", `{"to":"codex"}`, "one")
			answers.Store(answer, true)
		})
	}
	sending.Wait()
	different := 0
	answers.Range(func(any, any) bool { different++; return true })
	if len(m.started) != 1 || different != 1 {
		t.Errorf("%d runs were started, with %d different answers", len(m.started), different)
	}
	if status, _, h := m.act("/runs", `{"to":"codex"}`, "one"); status != http.StatusAccepted ||
		h.Get("Idempotency-Replayed") != "true" {
		t.Errorf("once more it is %d, %v", status, h)
	}
	if status, answer, _ := m.act("/runs", `{"to":"claude"}`, "one"); status != http.StatusUnprocessableEntity {
		t.Errorf("another act with the key is %d %s", status, answer)
	}
	m.act("/runs", `{"to":"codex"}`, "two")
	for range 2 { // what has failed can be tried again
		if status, _, _ := m.act("/runs", `{"to":"nothing"}`, "three"); status != http.StatusInternalServerError {
			t.Errorf("what fails is %d", status)
		}
	}
	if len(m.started) != 4 {
		t.Errorf("%d runs were started", len(m.started))
	}
}

// A read-only server has no route that changes anything, and describes none: its document has only those routes of a
// full server that read.
func TestReadOnlyServerHasNoActs(t *testing.T) {
	m := newMachine(t)
	acting := m.documented()
	m.shown.Options.Acts = nil
	m.routes = api.New(api.Options{Version: "1", Model: m.shown, Guard: m.guard, Events: m.events, Fault: fault,
		Project: func(name string) string { return name }})
	harmless := []string{"trade-token", "make-token", "plan-delivery"} // which let callers in, and only plan
	described := map[string]bool{}
	for _, o := range m.documented() {
		described[o.ID] = true
	}
	acts := 0
	for _, o := range acting {
		isAct := o.method != http.MethodGet && !slices.Contains(harmless, o.ID)
		if isAct == described[o.ID] {
			t.Errorf("%s is described: %t", o.ID, described[o.ID])
		}
		if !isAct {
			continue
		}
		acts++
		w := m.ask(t, o.good())
		isNone := w.Code == http.StatusNotFound && strings.Contains(w.Body.String(), "there is no route")
		if !isNone && (w.Code != http.StatusMethodNotAllowed || w.Header().Get("Allow") != "GET, HEAD") {
			t.Errorf("%s: %d %s", o.ID, w.Code, w.Body)
		}
	}
	if acts < 14 {
		t.Errorf("%d acts were tried", acts)
	}
}

func TestRunIsResumedOnceItHasEnded(t *testing.T) {
	m := newMachine(t)
	ended := m.run(runs.Completed)
	var shown model.Run
	if m.post("/runs/"+ended.ID+"/resume", `{"prompt":"More"}`, http.StatusAccepted, &shown); shown.ID != ended.ID {
		t.Errorf("%+v", shown)
	}
	m.post("/runs/latest/resume", `{}`, http.StatusAccepted, nil)
	m.post("/runs/latest/resume", `{"prompt":"-"}`, http.StatusUnprocessableEntity, nil)
	m.post("/runs/latest/resume", `{"to":"codex"}`, http.StatusUnprocessableEntity, nil)
	m.post("/runs/latest/resume", `{"prompt":"break"}`, http.StatusInternalServerError, nil)
	m.post("/runs/nothing/resume", `{}`, http.StatusNotFound, nil)
	active := m.run(runs.Running)
	m.post("/runs/"+active.ID+"/resume", `{"prompt":"More"}`, http.StatusConflict, nil)
}

// asks has a run ask for an edit. Its CLI takes y and n. It returns the keys that were pressed.
func (m *machine) asks(isHeadless bool) (r runs.Run, pressed func() []string) {
	m.t.Helper()
	r = m.run(runs.Running)
	var access sync.Mutex
	var keys []string
	pressed = func() []string {
		access.Lock()
		defer access.Unlock()
		return slices.Clone(keys)
	}
	q := signals.Question{
		ID: "q1", Tool: "Edit", Universal: "edit", About: "Edit: a.go",
		Input:   json.RawMessage(`{"path":"a.go","old":"x\n","new":"y\n"}`),
		Options: []signals.Option{{Name: signals.Allow, Label: "Yes"}, {Name: signals.Deny, Label: "No"}},
	}
	r.State, r.About, r.Question, r.Headless = signals.Permission, q.About, &q, isHeadless
	if err := m.runs.Save(r); err != nil {
		m.t.Fatal(err)
	}
	register := &questions.Register{}
	register.Sit(&questions.Desk{
		Screen: func() []byte { return nil },
		Offers: func(signals.Question, []byte) []inject.Offer {
			return []inject.Offer{{Option: q.Options[0], Keys: "y"}, {Option: q.Options[1], Keys: "n"}}
		},
		Press: func(o inject.Offer) error {
			access.Lock()
			defer access.Unlock()
			keys = append(keys, o.Keys)
			return nil
		},
		Answered: func(signals.Answer) {},
	})
	register.Ask(&q, time.Now())
	server := &socket.Server{Answer: func(c signals.Choice) any {
		return questions.ReplyOf(register.Answer(c, time.Now()))
	}}
	if _, err := server.Open(m.home, r.ID); err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(server.Close)
	return r, pressed
}

func TestQuestionIsToldWhole(t *testing.T) {
	m := newMachine(t)
	if status, p := m.problem("/api/v1/runs/" + m.run(runs.Running).ID + "/question"); status != http.StatusNotFound {
		t.Errorf("of a run that asks nothing: %+v", p)
	}
	r, _ := m.asks(false)
	var q active.Question
	m.get("/runs/"+r.ID+"/question", &q)
	if q.ID != "q1" || q.Change != "-x\n+y\n" || q.Path != "a.go" || q.Folder != project || !q.Answerable ||
		len(q.Options) != 2 || q.CLI != "codex" {
		t.Errorf("asked is %+v", q)
	}
}

func TestAnswerCountsOnce(t *testing.T) {
	m := newMachine(t)
	r, pressed := m.asks(false)
	path := "/runs/" + r.ID + "/answers"
	for _, c := range []struct {
		body   string
		status int
	}{
		{`{"question":"q1","option":"burn"}`, http.StatusUnprocessableEntity},
		{`{"question":"other","option":"allow"}`, http.StatusConflict},
		{`{"option":"allow"}`, http.StatusUnprocessableEntity}, {`{"question":"q1","option":"allow"}`, http.StatusAccepted},
		{`{"question":"q1","option":"deny"}`, http.StatusConflict},
	} {
		if status, answer, _ := m.act(path, c.body, ""); status != c.status {
			t.Errorf("%s: %d, want %d\n%s", c.body, status, c.status, answer)
		}
	}
	if len(pressed()) != 1 || pressed()[0] != "y" {
		t.Errorf("pressed %q", pressed())
	}
	_, answer, _ := m.act(path, `{"question":"q1","option":"allow"}`, "")
	var p api.Problem
	if err := json.Unmarshal([]byte(answer), &p); err != nil || p.Type != "failed" {
		t.Fatalf("%v\n%s", err, answer)
	}
	if want := `it was answered with "Yes" by the API, key `; len(p.Detail) < len(want) || p.Detail[:len(want)] != want {
		t.Errorf("the second one hears %q", p.Detail)
	}
}

func TestAnswerToAHeadlessRunIsRefused(t *testing.T) {
	m := newMachine(t)
	r, _ := m.asks(true)
	if status, answer, _ := m.act("/runs/"+r.ID+"/answers", `{"question":"q1","option":"allow"}`,
		""); status != http.StatusConflict {
		t.Errorf("%d %s", status, answer)
	}
	if status, answer, _ := m.act("/runs/nothing/answers", `{"question":"q1","option":"allow"}`,
		""); status == http.StatusAccepted {
		t.Errorf("%d %s", status, answer)
	}
}
