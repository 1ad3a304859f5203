package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"stead/catalog/stats"
	"stead/forks"
	"stead/runs"
	"stead/timeline"
	"stead/ui/model"
	"stead/ui/model/reading"
)

func TestSessionsAreListedInParts(t *testing.T) {
	m := newMachine(t)
	var first, second model.Sessions
	m.get("/sessions?limit=1", &first)
	if len(first.Items) != 1 || first.Total != 2 || first.Next == "" || first.Items[0].CLI != "claude" {
		t.Fatalf("the first part is %+v", first)
	}
	m.get("/sessions?limit=1&after="+first.Next, &second)
	if len(second.Items) != 1 || second.Next != "" || second.Items[0].ID == first.Items[0].ID {
		t.Errorf("the second part is %+v", second)
	}
	for query, want := range map[string]int{
		"cli=claude": 2, "cli=codex": 0, "project=demo-claude": 2, "project=" + project: 2, "project=/elsewhere": 0,
		"since=1h": 0, "since=2026-01-01": 2,
		"model=nothing": 0, "live=true": 0, "q=" + sessionID[:8]: 1, "sort=title": 2, "all=true": 2,
	} {
		var found model.Sessions
		m.get("/sessions?"+query, &found)
		if strings.HasPrefix(query, "since=1h") || query == "live=true" {
			continue // the files are new: what matters is that the question is understood
		}
		if found.Total != want || len(found.Items) != want {
			t.Errorf("%s: %d of %d, want %d", query, len(found.Items), found.Total, want)
		}
	}
}

func TestSessionIsReadInParts(t *testing.T) {
	m := newMachine(t)
	var d model.Detail
	m.get("/sessions/claude/"+sessionID, &d)
	if d.Reference != "claude:"+sessionID || d.Total < 5 || d.Turns == 0 || d.Project != project ||
		d.Tokens.Output == 0 || d.Revision == "" {
		t.Fatalf("it is %+v", d)
	}
	var whole model.Page
	m.get("/sessions/claude/"+sessionID+"/entries", &whole)
	if whole.Total != d.Total || len(whole.Items) != d.Total || whole.Next != nil || whole.Revision != d.Revision {
		t.Fatalf("%d of %d entries", len(whole.Items), whole.Total)
	}
	calls := 0
	for n, e := range whole.Items {
		if e.Number != n {
			t.Errorf("entry %d has the number %d", n, e.Number)
		}
		if e.Type == timeline.ToolCall && e.Line != "" && json.Valid(e.Input) {
			calls++
		}
	}
	if calls == 0 || !whole.Items[0].Starts && whole.Items[0].Turn != 0 {
		t.Errorf("%d calls; it begins with %+v", calls, whole.Items[0])
	}
	from, parts := 0, []reading.Entry{}
	for {
		var p model.Page
		m.get(fmt.Sprintf("/sessions/claude/%s/entries?from=%d&limit=2", sessionID[:8], from), &p)
		parts = append(parts, p.Items...)
		if p.Next == nil {
			break
		}
		from = *p.Next
	}
	if got, want := asJSON(t, parts), asJSON(t, whole.Items); got != want {
		t.Errorf("in parts it is\n%s\nwant\n%s", got, want)
	}
	var end model.Page
	m.get("/sessions/claude/"+sessionID+"/entries?from=-2", &end)
	if len(end.Items) != 2 || end.Items[1].Number != d.Total-1 {
		t.Errorf("the end is %+v", end.Items)
	}
	m.get("/sessions/claude/"+sessionID+"/entries?from=100000", &end)
	if len(end.Items) != 0 || end.Next != nil {
		t.Errorf("behind the end is %+v", end.Items)
	}
}

func TestSessionThatGrowsIsReadAnew(t *testing.T) {
	m := newMachine(t)
	var before, after model.Detail
	m.get("/sessions/claude/"+sessionID, &before)
	file, err := os.OpenFile(m.session(sessionID), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(file,
		`{"parentUuid":null,"isSidechain":false,"type":"user","uuid":"%s","sessionId":%q,"cwd":%q,"version":"2.1.197","timestamp":"2026-11-20T19:00:00.000Z","message":{"role":"user","content":"once more"}}`+"\n",
		"00000000-0000-4000-8000-000000000001", sessionID, project)
	file.Close()
	m.get("/sessions/claude/"+sessionID, &after)
	if after.Total <= before.Total || after.Revision == before.Revision {
		t.Errorf("before %d entries, %s, then %d, %s", before.Total, before.Revision, after.Total, after.Revision)
	}
}

func TestLongTextsAreCut(t *testing.T) {
	m := newMachine(t)
	long := strings.Repeat("wörd ", 100_000)
	m.put(forkID, strings.Replace(string(fixture(t)), "NOTES.md", long, 1))
	var p model.Page
	m.get("/sessions/claude/"+forkID+"/entries?limit=1000", &p)
	cut := 0
	for _, e := range p.Items {
		cut += e.Cut
		if len(e.Text) > 70<<10 || len(e.Output) > 70<<10 || len(e.Input) > 140<<10 {
			t.Errorf("entry %d has %d, %d, %d bytes", e.Number, len(e.Text), len(e.Output), len(e.Input))
		}
	}
	if cut < 400_000 {
		t.Errorf("%d bytes are said to be left out", cut)
	}
	for n, e := range p.Items {
		var whole reading.Entry
		m.get(fmt.Sprintf("/sessions/claude/%s/entries/%d", forkID, n), &whole)
		if whole.Cut != 0 || whole.ID != e.ID || whole.Number != e.Number || whole.Turn != e.Turn ||
			whole.Active != e.Active {
			t.Errorf("entry %d read alone is %+v, in a page %+v", n, whole, e)
		}
		if e.Cut > 0 && !strings.Contains(asJSON(t, whole), long) {
			t.Errorf("entry %d is not whole", n)
		}
	}
}

func TestAPageBeginsWithAnEntryByItsID(t *testing.T) {
	m := newMachine(t)
	var whole, p model.Page
	m.get("/sessions/claude/"+sessionID+"/entries", &whole)
	for n, e := range whole.Items {
		m.get("/sessions/claude/"+sessionID+"/entries?limit=2&at="+url.QueryEscape(e.ID), &p)
		if len(p.Items) == 0 || p.Items[0].Number != n || p.Total != whole.Total {
			t.Errorf("the page at %s is %+v", e.ID, p)
		}
	}
}

func TestSearchAndStatistics(t *testing.T) {
	m := newMachine(t)
	var hits model.Hits
	m.get("/search?q=NOTES.md", &hits)
	if hits.Hits == 0 || hits.Sessions != 1 || hits.Items[0].ID != sessionID || len(hits.Items[0].Context) == 0 {
		t.Errorf("found is %+v", hits)
	}
	m.get("/search?q=thereisnosuchword", &hits)
	if hits.Hits != 0 || hits.Items == nil {
		t.Errorf("found is %+v", hits)
	}
	var sums stats.Result
	m.get("/statistics?by=cli,model", &sums)
	if len(sums.Rows) == 0 || sums.Total.Sessions != 2 || sums.Rows[0].Keys[0] != "claude" || sums.Total.Output == 0 {
		t.Errorf("the sums are %+v", sums)
	}
}

func TestTreeHasWhatCameOfASession(t *testing.T) {
	m := newMachine(t)
	m.note(forks.Node{Session: "claude:" + forkID, Path: m.session(forkID), Parent: "claude:" + sessionID,
		Kind: timeline.LineageFork, Turn: 1, Dir: project})
	m.note(forks.Node{Session: "codex:gone", Path: "/nowhere", Parent: "claude:" + forkID,
		Kind: timeline.LineageContinue, Dir: project})
	var f model.Family
	m.get("/sessions/claude/"+forkID+"/tree", &f)
	if len(f.Items) != 3 {
		t.Fatalf("the family is %+v", f.Items)
	}
	root, fork, gone := f.Items[0], f.Items[1], f.Items[2]
	if root.Reference != "claude:"+sessionID || root.Depth != 0 || !fork.Wanted || fork.Depth != 1 ||
		fork.Kind != "fork" || !gone.Gone || gone.Depth != 2 {
		t.Errorf("the family is %+v", f.Items)
	}
	var all model.Families
	for query, want := range map[string]int{"": 1, "?project=" + project: 1, "?project=/elsewhere": 0} {
		m.get("/tree"+query, &all)
		if all.Total != want || len(all.Items) != want {
			t.Errorf("%q: %d families of %d", query, len(all.Items), all.Total)
		}
	}
}

func TestRunsWithTheirJournals(t *testing.T) {
	m := newMachine(t)
	m.run(runs.Completed)
	active := m.run(runs.Running)
	var all model.Runs
	m.get("/runs", &all)
	if len(all.Items) != 1 || all.Items[0].ID != active.ID || !all.Items[0].Alive ||
		all.Items[0].Route != "claude->codex" {
		t.Errorf("active are %+v", all)
	}
	m.get("/runs?all=true&limit=1", &all)
	if all.Total != 2 || all.Next != active.ID {
		t.Fatalf("the first of all is %+v", all)
	}
	m.get("/runs?all=true&after="+all.Next, &all)
	if len(all.Items) != 1 || all.Items[0].State != "done" {
		t.Errorf("the second of all is %+v", all)
	}
	var one model.Run
	m.get("/runs/latest", &one)
	if one.From != "claude:"+sessionID || one.To != "codex:b" || one.Prompt != "Go on" || one.Name == "" {
		t.Errorf("it is %+v", one)
	}
	var p model.Page
	m.get("/runs/"+one.Name+"/entries?from=-1", &p)
	if p.Total != 2 || len(p.Items) != 1 || p.Items[0].Text != "second" {
		t.Errorf("the journal's end is %+v", p)
	}
}

func TestErrorsAreProblems(t *testing.T) {
	m := newMachine(t)
	other := strings.Replace(sessionID, "ece4", "ece5", 1)
	m.put(other, string(fixture(t)))
	for path, want := range map[string]string{
		"/api/v1/sessions/claude/0000":                               "404 not-found",
		"/api/v1/sessions/claude/" + sessionID[:6]:                   "409 ambiguous",
		"/api/v1/sessions/nosuchcli/1":                               "422 wrong-usage",
		"/api/v1/sessions?cli=nosuchcli":                             "422 wrong-usage",
		"/api/v1/sessions?limit=0":                                   "422 wrong-usage",
		"/api/v1/sessions?limit=many":                                "422 wrong-usage",
		"/api/v1/sessions?limit=1001":                                "422 wrong-usage",
		"/api/v1/sessions?sort=size%20desc":                          "422 wrong-usage",
		"/api/v1/sessions?since=once":                                "422 wrong-usage",
		"/api/v1/sessions?after=nonsense":                            "422 wrong-usage",
		"/api/v1/sessions/claude/" + sessionID + "/entries?from=a":   "422 wrong-usage",
		"/api/v1/sessions/claude/" + sessionID + "/entries?limit=-1": "422 wrong-usage",
		"/api/v1/search":                                             "422 wrong-usage",
		"/api/v1/search?q=":                                          "422 wrong-usage",
		"/api/v1/search?q=" + url.QueryEscape(`since:never`):         "422 wrong-usage",
		"/api/v1/statistics?by=colour":                               "422 wrong-usage",
		"/api/v1/statistics?by=model,tool":                           "422 wrong-usage",
		"/api/v1/statistics?cli=nosuchcli":                           "422 wrong-usage",
		"/api/v1/runs/0000":                                          "404 not-found",
		"/api/v1/runs/latest":                                        "404 not-found",
		"/api/v1/sessions/claude/" + sessionID + "/entries?at=none":  "404 not-found",
		"/api/v1/sessions/claude/" + sessionID + "/entries/9999":     "404 not-found",
		"/api/v1/runs/0000/entries":                                  "404 not-found",
		"/api/v1/events?topics=weather":                              "422 wrong-usage",
		"/api/v1/nosuchroute":                                        "404 not-found",
		"/":                                                          "404 not-found",
	} {
		status, p := m.problem(path)
		if got := fmt.Sprint(status, " ", p.Type); got != want {
			t.Errorf("%s: %s (%s), want %s", path, got, p.Detail, want)
		}
	}
}

func TestDocumentDescribesAllRoutes(t *testing.T) {
	m := newMachine(t)
	var doc struct {
		OpenAPI string                    `json:"openapi"`
		Paths   map[string]map[string]any `json:"paths"`
	}
	status, body, _ := m.do(m.request(http.MethodGet, "/api/v1/openapi.json", ""))
	if err := json.Unmarshal(body, &doc); err != nil || status != http.StatusOK || !strings.HasPrefix(doc.OpenAPI, "3.1") {
		t.Fatalf("%d, %v\n%.300s", status, err, body)
	}
	for _, path := range []string{
		"/keys", "/tokens", "/sessions", "/sessions/{cli}/{id}", "/sessions/{cli}/{id}/entries",
		"/sessions/{cli}/{id}/entries/{n}", "/sessions/{cli}/{id}/tree", "/tree", "/sessions/{cli}/{id}/shape", "/sessions/{cli}/{id}/find", "/knowledge",
		"/search", "/statistics", "/runs",
		"/runs/{id}", "/runs/{id}/entries", "/events", "/runs/{id}/send", "/runs/{id}/stop", "/forks",
		"/runs/{id}/recording", "/runs/{id}/resume", "/runs/{id}/question", "/runs/{id}/answers", "/deliveries", "/compare",
		"/drafts", "/drafts/{id}", "/contests", "/contests/{id}", "/contests/{id}/pick",
		"/chains", "/chains/{id}", "/templates", "/runs/{id}/terminal", "/chains/{id}/gate", "/templates/{name}/runs",
		"/drafts/{id}/start", "/machine", "/contests/{id}/diffs/{name}", "/chains/{id}/diffs/{step}", "/runs/{id}/replay",
		"/runs/{id}/replay/{n}", "/sessions/{cli}/{id}/attachments/{sha256}", "/sessions/{cli}/{id}/export",
		"/runs/{id}/diff", "/runs/{id}/switch",
	} {
		if len(doc.Paths[path]) < 1 {
			t.Errorf("%s is described as %v", path, doc.Paths[path])
		}
	}
	if len(doc.Paths) != 47 {
		t.Errorf("%d paths are described", len(doc.Paths))
	}
}
