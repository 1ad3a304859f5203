package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"stead/orchestrator/ab"
	"stead/orchestrator/chain"
	"stead/runs"
	"stead/ui/api"
	"stead/ui/model"
)

// begun is what the stand-ins for the command line were asked for.
type begun struct {
	contests []model.StartContest
	chains   []model.StartChain
	gates    []model.PassGate
	filled   []model.StartTemplate
}

// begins has the machine begin contests and chains without any CLI.
func (m *machine) begins() *begun {
	b := &begun{}
	acts := m.shown.Options.Acts
	acts.Hold = func(_ context.Context, o model.StartContest) (string, error) {
		b.contests = append(b.contests, o)
		if o.Prompt == "break" {
			return "", errors.New("it broke")
		}
		id, err := m.shown.Options.Contests.Create(time.Now())
		if err != nil {
			return "", err
		}
		return id, m.shown.Options.Contests.Save(ab.Contest{ID: id, Status: runs.Completed, Prompt: o.Prompt})
	}
	acts.Chain = func(_ context.Context, o model.StartChain) (string, error) {
		b.chains = append(b.chains, o)
		return m.chain(chain.Waiting), nil
	}
	acts.Gate = func(_ context.Context, _ string, o model.PassGate) error {
		b.gates = append(b.gates, o)
		return nil
	}
	acts.Fill = func(_ context.Context, o model.StartTemplate) (string, error) {
		b.filled = append(b.filled, o)
		return "filled in", nil
	}
	return b
}

// chain makes a chain's record.
func (m *machine) chain(s chain.Status) (id string) {
	m.t.Helper()
	id, err := m.shown.Options.Chains.Create(time.Now())
	if err != nil {
		m.t.Fatal(err)
	}
	if err := m.shown.Options.Chains.Save(chain.Chain{ID: id, Status: s, Attempts: []chain.Attempt{}}); err != nil {
		m.t.Fatal(err)
	}
	return id
}

func TestContestsAndChainsAreBegunAsTheVerbsDo(t *testing.T) {
	m := newMachine(t)
	b := m.begins()
	status, answer, _ := m.act("/contests", `{"prompt":"-x","with":["claude","codex:m"],"from":"claude:`+sessionID[:8]+
		`","check":"true","timeout":"5m","repeat":2}`, "one")
	if status != http.StatusAccepted || !strings.Contains(answer, `"prompt":"-x"`) ||
		b.contests[0].From != "claude:"+sessionID || b.contests[0].Timeout != "5m" {
		t.Errorf("%d %s: %+v", status, answer, b.contests)
	}
	if _, again, h := m.act("/contests", `{"prompt":"-x","with":["claude","codex:m"],"from":"claude:`+sessionID[:8]+
		`","check":"true","timeout":"5m","repeat":2}`, "one"); again != answer ||
		h.Get("Idempotency-Replayed") != "true" || len(b.contests) != 1 {
		t.Errorf("again it is %s, %+v", again, b.contests)
	}
	status, answer, _ = m.act("/chains", `{"recipe":{"from":"claude:`+sessionID[:8]+
		`","steps":[{"name":"a"}]},"vars":{"a":"b"}}`, "")
	if status != http.StatusAccepted || !strings.Contains(answer, `"status":"waiting"`) ||
		b.chains[0].Recipe["from"] != "claude:"+sessionID {
		t.Errorf("%d %s: %+v", status, answer, b.chains)
	}
	if status, answer, _ = m.act("/chains/latest/gate", `{"decision":"approve"}`, ""); status != http.StatusAccepted ||
		len(b.gates) != 1 || b.gates[0].Decision != "approve" {
		t.Errorf("%d %s: %+v", status, answer, b.gates)
	}
	status, answer, _ = m.act("/templates/plan/runs", `{"to":"codex","vars":{"task":"x"}}`, "")
	if status != http.StatusAccepted || b.filled[0].Name != "plan" || b.filled[0].Vars["task"] != "x" ||
		m.started[0].Prompt != "filled in" || m.started[0].To != "codex" {
		t.Errorf("%d %s: %+v, %+v", status, answer, b.filled, m.started)
	}
	var d model.EditedDraft
	_, answer, _ = m.act("/drafts", `{"session":"claude:`+sessionID+`"}`, "")
	if err := json.Unmarshal([]byte(answer), &d); err != nil || d.ID == "" {
		t.Fatal(answer)
	}
	status, answer, _ = m.act("/drafts/"+d.ID+"/start", `{"to":"codex","prompt":"Go on","folder":"/tmp"}`, "")
	if s := m.started[len(m.started)-1]; status != http.StatusAccepted || s.From != d.Reference || s.Folder != "/tmp" ||
		s.Prompt != "Go on" {
		t.Errorf("%d %s: %+v", status, answer, s)
	}
}

func TestWhatCannotBeBegunIsRefused(t *testing.T) {
	m := newMachine(t)
	b := m.begins()
	ended := m.chain(chain.Completed)
	waits := m.chain(chain.Waiting)
	for _, c := range []struct{ path, body, want string }{
		{"/contests", `{"prompt":"x"}`, "422 wrong-usage"},
		{"/contests", `{"prompt":"x","with":[]}`, "422 wrong-usage"},
		{"/contests", `{"prompt":"","with":["codex"]}`, "422 wrong-usage"},
		{"/contests", `{"prompt":"-","with":["codex"]}`, "422 wrong-usage"},
		{"/contests", `{"prompt":"x","with":[":"]}`, "422 wrong-usage"},
		{"/contests", `{"prompt":"x","with":["codex"],"timeout":"soon"}`, "422 wrong-usage"},
		{"/contests", `{"prompt":"x","with":["codex"],"repeat":-1}`, "422 wrong-usage"},
		{"/contests", `{"prompt":"x","with":["codex"],"at":"turn:1"}`, "422 wrong-usage"},
		{"/contests", `{"prompt":"x","with":["codex"],"from":"/etc/passwd"}`, "422 wrong-usage"},
		{"/contests", `{"prompt":"x","with":["codex"],"from":"claude:0000"}`, "404 not-found"},
		{"/contests", `{"prompt":"break","with":["codex"]}`, "500 failed"},
		{"/chains", `{}`, "422 wrong-usage"},
		{"/chains", `{"steps":["claude:x"],"recipe":{"steps":[]}}`, "422 wrong-usage"},
		{"/chains", `{"recipe":{"from":"../secret.jsonl","steps":[]}}`, "422 wrong-usage"},
		{"/chains", `{"steps":["claude:x"],"from":"-"}`, "422 wrong-usage"},
		{"/chains/0000/gate", `{"decision":"approve"}`, "404 not-found"},
		{"/chains/" + ended + "/gate", `{"decision":"approve"}`, "409 failed"},
		{"/chains/" + waits + "/gate", `{"decision":"perhaps"}`, "422 wrong-usage"},
		{"/chains/" + waits + "/gate", `{"decision":"pick"}`, "422 wrong-usage"},
		{"/chains/" + waits + "/gate", `{"decision":"approve","name":"codex"}`, "422 wrong-usage"},
		{"/templates/nosuch/runs", `{"to":"codex"}`, "404 not-found"},
		{"/templates/..%2f..%2fsecret/runs", `{"to":"codex"}`, "404 not-found"},
		{"/templates/plan/runs", `{"to":"codex","from":"/etc/passwd"}`, "422 wrong-usage"},
		{"/drafts/0000/start", `{"to":"codex"}`, "404 not-found"},
		{"/drafts/0000/start", `{}`, "422 wrong-usage"},
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
	if len(b.contests) != 1 || len(b.chains)+len(b.gates) != 0 || len(m.started) != 0 {
		t.Errorf("begun was %+v, started %+v", b, m.started)
	}
}
