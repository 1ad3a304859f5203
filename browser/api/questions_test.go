package api_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"stead/browser/api"
	"stead/control"
	"stead/inject"
	"stead/orchestrator/active"
	"stead/orchestrator/questions"
	"stead/runs"
	"stead/signals"
)

// asks has a run ask for an edit. Its CLI takes y and n. It returns the keys that were pressed.
func (m *machine) asks(isHeadless bool) (r runs.Run, pressed *[]string) {
	m.t.Helper()
	r, pressed = m.run(runs.Running), &[]string{}
	q := signals.Question{
		ID: "q1", Tool: "Edit", Universal: "edit", About: "Edit: a.go", Input: json.RawMessage(`{"path":"a.go","old":"x\n","new":"y\n"}`),
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
		Press:    func(o inject.Offer) error { *pressed = append(*pressed, o.Keys); return nil },
		Answered: func(signals.Answer) {},
	})
	register.Ask(&q, time.Now())
	server := &control.Server{Answer: func(c signals.Choice) any { return questions.ReplyOf(register.Answer(c, time.Now())) }}
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
	if q.ID != "q1" || q.Change != "-x\n+y\n" || q.Path != "a.go" || q.Folder != project || !q.Answerable || len(q.Options) != 2 || q.CLI != "codex" {
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
		{`{"question":"q1","option":"burn"}`, http.StatusUnprocessableEntity}, {`{"question":"other","option":"allow"}`, http.StatusConflict},
		{`{"option":"allow"}`, http.StatusUnprocessableEntity}, {`{"question":"q1","option":"allow"}`, http.StatusAccepted},
		{`{"question":"q1","option":"deny"}`, http.StatusConflict},
	} {
		if status, answer, _ := m.act(path, c.body, ""); status != c.status {
			t.Errorf("%s: %d, want %d\n%s", c.body, status, c.status, answer)
		}
	}
	if len(*pressed) != 1 || (*pressed)[0] != "y" {
		t.Errorf("pressed %q", *pressed)
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
	if status, answer, _ := m.act("/runs/"+r.ID+"/answers", `{"question":"q1","option":"allow"}`, ""); status != http.StatusConflict {
		t.Errorf("%d %s", status, answer)
	}
	if status, answer, _ := m.act("/runs/nothing/answers", `{"question":"q1","option":"allow"}`, ""); status == http.StatusAccepted {
		t.Errorf("%d %s", status, answer)
	}
}
