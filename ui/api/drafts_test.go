package api_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"stead/internal/testkit/fixtures"
	"stead/orchestrator/ab"
	"stead/orchestrator/chain"
	"stead/runs"
	"stead/ui/api"
	"stead/ui/model"
)

// post sends an act, or a question with a body.
func (m *machine) post(path, body string, want int, into any) {
	m.t.Helper()
	m.send(http.MethodPost, path, body, want, into)
}

func (m *machine) patch(path, body string, want int, into any) {
	m.t.Helper()
	m.send(http.MethodPatch, path, body, want, into)
}

func (m *machine) send(method, path, body string, want int, into any) {
	m.t.Helper()
	status, answer, _ := m.do(m.request(method, "/api/v1"+path, body))
	if status != want {
		m.t.Fatalf("%s %s %s: %d, want %d\n%s", method, path, body, status, want, answer)
	}
	if into != nil {
		if err := json.Unmarshal(answer, into); err != nil {
			m.t.Fatalf("%s: %v\n%s", path, err, answer)
		}
	}
}

func TestDraftIsEditedStepByStep(t *testing.T) {
	m := newMachine(t)
	var d model.EditedDraft
	m.post("/drafts", `{"session":"claude:`+sessionID+`","edits":[{"op":"rewrite","entries":"1","text":"Use tabs"}]}`,
		http.StatusAccepted, &d)
	if len(d.Difference.Changed) != 1 || d.Steps != 1 || d.Source != "claude:"+sessionID {
		t.Fatalf("%+v", d)
	}
	first, whole := d.Revision, d.Entries
	edits := "/drafts/" + d.ID
	m.patch(edits, `{"rev":"`+first+
		`","edits":[{"op":"drop","entries":"2-3"},{"op":"insert","before":1,"role":"assistant","text":"Well"}]}`, http.StatusAccepted, &d)
	if len(d.Difference.Inserted) != 1 || len(d.Difference.Dropped) < 2 || d.Steps != 2 || d.Entries >= whole {
		t.Fatalf("%+v", d)
	}
	var problem api.Problem
	m.patch(edits, `{"rev":"`+first+`","edits":[{"op":"drop","entries":"1"}]}`, http.StatusConflict, &problem)
	m.patch(edits, `{"edits":[{"op":"undo"}]}`, http.StatusAccepted, &d)
	if d.Steps != 1 || d.Undone != 1 || d.Entries != whole {
		t.Errorf("undone, it is %+v", d.Draft)
	}
	m.patch(edits, `{"edits":[{"op":"redo"}]}`, http.StatusAccepted, &d)
	m.patch(edits, `{"edits":[{"op":"redo"}]}`, http.StatusConflict, nil)
	var shown model.EditedDraft
	m.get("/drafts/latest", &shown)
	var all model.Drafts
	m.get("/drafts", &all)
	if shown.Revision != d.Revision || len(all.Items) != 1 || all.Items[0].Reference != d.Reference {
		t.Errorf("%+v, %+v", shown, all)
	}
}

// A draft's pages show the draft's current state, not the unchanged original, nor the draft before its last edit.
func TestPagesOfADraftFollowItsEdits(t *testing.T) {
	m := newMachine(t)
	var d model.EditedDraft
	m.post("/drafts", `{"session":"claude:`+sessionID+`"}`, http.StatusAccepted, &d)
	var before, after model.Page
	m.get("/sessions/draft/latest/entries", &before)
	m.patch("/drafts/latest", `{"edits":[{"op":"rewrite","entries":"1","text":"Use tabs"}]}`, http.StatusAccepted, nil)
	m.get("/sessions/draft/latest/entries", &after)
	if after.Items[0].Text != "Use tabs" || after.Revision == before.Revision || before.Items[0].Text == "Use tabs" {
		t.Errorf("after the edit it begins with %+v, %s", after.Items[0], after.Revision)
	}
	for i, e := range after.Items {
		if e.Active != i+1 {
			t.Errorf("entry %d has the number %d among those that can be edited", i, e.Active)
		}
	}
}

// An edit that names no entry to go before goes to the end.
func TestEntriesGoToTheEndOfADraft(t *testing.T) {
	m := newMachine(t)
	var d model.EditedDraft
	m.post("/drafts", `{"session":"claude:`+sessionID+`","edits":[{"op":"insert","text":"Use tabs"}]}`,
		http.StatusAccepted, &d)
	if at := d.Difference.Inserted; len(at) != 1 || at[0].Is != d.Entries {
		t.Errorf("inserted is %+v of %d entries", at, d.Entries)
	}
	m.patch("/drafts/latest", `{"edits":[{"op":"move","entries":"1","before":0}]}`, http.StatusAccepted, &d)
	if at := d.Difference.Moved; len(at) != 1 || at[0].Is != d.Entries {
		t.Errorf("moved is %+v of %d entries", at, d.Entries)
	}
}

func TestDraftIsDeletedAndItsOriginalStays(t *testing.T) {
	m := newMachine(t)
	var d, gone model.Draft
	m.post("/drafts", `{"session":"claude:`+sessionID+`"}`, http.StatusAccepted, &d)
	m.send(http.MethodDelete, "/drafts/"+d.ID, "", http.StatusAccepted, &gone)
	m.send(http.MethodDelete, "/drafts/"+d.ID, "", http.StatusNotFound, nil)
	m.get("/sessions/claude/"+sessionID, &model.Detail{})
	if gone.ID != d.ID {
		t.Errorf("deleted was %+v", gone)
	}
}

func TestWrongEditsAreRefused(t *testing.T) {
	m := newMachine(t)
	var d model.EditedDraft
	m.post("/drafts", `{"session":"claude:`+sessionID+`"}`, http.StatusAccepted, &d)
	for body, want := range map[string]int{
		`{"edits":[]}`: http.StatusUnprocessableEntity,
		`{"edits":[{"op":"burn","entries":"1"}]}`:         http.StatusUnprocessableEntity,
		`{"edits":[{"op":"drop","entries":"9999"}]}`:      http.StatusUnprocessableEntity,
		`{"edits":[{"op":"drop","entries":"../x"}]}`:      http.StatusUnprocessableEntity,
		`{"edits":[{"op":"rewrite","entries":"1-2"}]}`:    http.StatusUnprocessableEntity,
		`{"edits":[{"op":"undo"},{"op":"redo"}]}`:         http.StatusUnprocessableEntity,
		`{"edits":[{"op":"insert","text":""}]}`:           http.StatusUnprocessableEntity,
		`{"edits":[{"op":"drop","entries":"1"}],"x":1}`:   http.StatusUnprocessableEntity,
		`{"edits":[{"op":"undo"}]}`:                       http.StatusConflict,
		`{"rev":"no","edits":[{"op":"cut","entries":1}]}`: http.StatusUnprocessableEntity,
	} {
		m.patch("/drafts/"+d.ID, body, want, nil)
	}
	m.patch("/drafts/nothing", `{"edits":[{"op":"undo"}]}`, http.StatusNotFound, nil)
	m.post("/drafts", `{"session":"claude:nothing"}`, http.StatusNotFound, nil)
	m.post("/drafts", `{"session":"/etc/passwd"}`, http.StatusUnprocessableEntity, nil)
	m.post("/drafts", `{"session":"claude:`+sessionID+`","edits":[{"op":"undo"}]}`, http.StatusUnprocessableEntity, nil)
	var all model.Drafts
	if m.get("/drafts", &all); len(all.Items) != 1 {
		t.Errorf("%d drafts were kept", len(all.Items))
	}
}

func TestSessionsAreCompared(t *testing.T) {
	m := newMachine(t)
	var c model.Comparison
	m.get("/compare?a=claude:"+sessionID+"&b=claude:"+forkID, &c)
	if c.Left.Name != "claude:"+sessionID || c.Right.Name != "claude:"+forkID || c.Left.Turns == 0 || len(c.Turns) == 0 {
		t.Errorf("%+v", c)
	}
	for path, want := range map[string]int{
		"/compare?a=claude:" + sessionID:   http.StatusUnprocessableEntity,
		"/compare?a=claude:x1&b=claude:x2": http.StatusNotFound,
		"/compare?a=/etc/passwd&b=./x":     http.StatusUnprocessableEntity,
	} {
		if status, p := m.problem("/api/v1" + path); status != want {
			t.Errorf("%s: %d %+v", path, status, p)
		}
	}
}

func TestDeliveryIsOnlyPlanned(t *testing.T) {
	m := newMachine(t)
	var d model.Delivery
	m.post("/deliveries", `{"from":"claude:`+sessionID[:8]+`","to":"codex"}`, http.StatusOK, &d)
	if d.Plan.To.CLI != "codex" || d.Plan.Draft != "claude:"+sessionID || len(m.started) > 0 {
		t.Errorf("%+v, started %v", d, m.started)
	}
	m.post("/deliveries", `{"from":"claude:nothing","to":"codex"}`, http.StatusNotFound, nil)
	m.post("/deliveries", `{"to":"codex","at":"turn:1"}`, http.StatusUnprocessableEntity, nil)
	m.post("/deliveries", `{"to":""}`, http.StatusUnprocessableEntity, nil)
}

func TestContestsChainsAndRecordingsAreShown(t *testing.T) {
	m := newMachine(t)
	contests, chains := ab.Open(m.data()), chain.Open(m.data())
	id, err := contests.Create(time.Now())
	if err == nil {
		err = contests.Save(ab.Contest{ID: id, Status: runs.Completed, Prompt: "Go",
			Contestants: []ab.Contestant{{Name: "codex", CLI: "codex", State: ab.Done}}})
	}
	if err != nil {
		t.Fatal(err)
	}
	other, err := chains.Create(time.Now())
	if err == nil {
		err = chains.Save(chain.Chain{ID: other, Status: chain.Completed})
	}
	if err != nil {
		t.Fatal(err)
	}
	var c model.Contest
	m.get("/contests/latest", &c)
	var all model.Contests
	m.get("/contests", &all)
	if c.ID != id || len(all.Items) != 1 || c.Contestants[0].Name != "codex" {
		t.Errorf("%+v, %+v", c, all)
	}
	var one model.Chain
	m.get("/chains/"+other, &one)
	var list model.Chains
	if m.get("/chains", &list); one.ID != other || len(list.Items) != 1 {
		t.Errorf("%+v, %+v", one, list)
	}
	var shown model.Templates
	if m.get("/templates", &shown); len(shown.Items) == 0 ||
		slices.ContainsFunc(shown.Items, func(t model.Template) bool { return t.Name == "" }) {
		t.Errorf("%+v", shown)
	}
	for body, want := range map[string]string{`{"name":"codex"}`: "force false", `{"name":"codex","force":true}`: "force true"} {
		var problem api.Problem
		m.post("/contests/latest/pick", body, http.StatusConflict, &problem)
		if !strings.Contains(problem.Detail, want) {
			t.Errorf("%s: %s", body, problem.Detail)
		}
	}
	m.post("/contests/nothing/pick", `{"name":"codex"}`, http.StatusNotFound, nil)
	m.post("/contests/latest/pick", `{}`, http.StatusUnprocessableEntity, nil)
	run := m.run(runs.Completed)
	if status, p := m.problem("/api/v1/runs/latest/recording"); status != http.StatusNotFound {
		t.Errorf("a run without a recording: %d %+v", status, p)
	}
	cast := "{\"version\":3,\"term\":{\"cols\":80,\"rows\":24}}\n[0.1,\"o\",\"hi\"]\n"
	fixtures.Put(t, m.runs.Recording(run.ID), []byte(cast))
	status, body, h := m.do(m.request(http.MethodGet, "/api/v1/runs/latest/recording", ""))
	if status != http.StatusOK || string(body) != cast || h.Get("Content-Type") != "application/x-asciicast" {
		t.Errorf("%d %s %q", status, h.Get("Content-Type"), body)
	}
	for _, path := range []string{"/contests/..%2f..%2fetc", "/chains/nothing", "/runs/..%2f../recording"} {
		if status, _ := m.problem("/api/v1" + path); status != http.StatusNotFound {
			t.Errorf("%s: %d", path, status)
		}
	}
}
