package api_test

import (
	"bytes"
	"encoding/binary"
	"net/http"
	"os"
	"strings"
	"testing"

	"stead/catalog/memory"
	"stead/runs"
	"stead/ui/model"
)

func TestShapeHasTheLinesOfEachEntry(t *testing.T) {
	m := newMachine(t)
	m.put(forkID, string(fixture(t))+
		`{"parentUuid":null,"isSidechain":false,"type":"user","uuid":"00000000-0000-4000-8000-000000000001","sessionId":"`+
		sessionID+
		`","cwd":"/","version":"2.1.197","timestamp":"2026-11-20T19:00:00.000Z","message":{"role":"user","content":"`+
		strings.Repeat("x", 200)+`\nshort\n"}}`+"\n")
	var whole model.Page
	m.get("/sessions/claude/"+forkID+"/entries", &whole)
	// the transport unpacks it
	status, body, h := m.do(m.request(http.MethodGet, "/api/v1/sessions/claude/"+forkID+"/shape", ""))
	if status != http.StatusOK || h.Get("Stead-Rev") != whole.Revision ||
		h.Get("Content-Type") != "application/octet-stream" {
		t.Fatalf("%d %v", status, h)
	}
	lines := make([]uint16, len(body)/2)
	if err := binary.Read(bytes.NewReader(body), binary.LittleEndian, lines); err != nil || len(lines) != whole.Total {
		t.Fatalf("%d lines of %d entries, %v", len(lines), whole.Total, err)
	}
	seen := false
	for i, e := range whole.Items {
		if text := e.Text + e.Thinking + e.Line + e.Output + e.Error; (text == "") != (lines[i] == 0) {
			t.Errorf("entry %d has %d lines of %q", i, lines[i], text)
		}
		if strings.Contains(e.Text, "xxx") {
			seen = true
			if lines[i] != 4 {
				t.Errorf("entry %d has %d lines of %q", i, lines[i], e.Text)
			}
		}
	}
	if !seen {
		t.Error("the long text is not there")
	}
}

func TestTextIsFoundInASession(t *testing.T) {
	m := newMachine(t)
	long := strings.Repeat("wörd ", 100_000) + "İSTANBUL needle*here"
	m.put(forkID, strings.Replace(string(fixture(t)), "NOTES.md", long, 1))
	var whole model.Page
	m.get("/sessions/claude/"+forkID+"/entries", &whole)
	var found model.Places
	m.get("/sessions/claude/"+forkID+"/find?q=NEEDLE*HERE", &found) // behind what a page keeps of the text
	if found.Total != 1 || found.Entries != 1 || found.Items[0].Match != "needle*here" ||
		!strings.HasSuffix(found.Items[0].Before, "İSTANBUL ") || found.Revision != whole.Revision {
		t.Fatalf("%+v", found)
	}
	at := found.Items[0].Entry
	if e := whole.Items[at]; e.Cut == 0 {
		t.Errorf("it was found in entry %d, %+v", at, e.Type)
	}
	m.get("/sessions/claude/"+forkID+"/find?q=needle%0Ahere", &found) // whose bytes are nearly those
	if found.Total != 0 {
		t.Errorf("%+v", found)
	}
	m.get("/sessions/claude/"+forkID+"/find?q=w%C3%96rd&limit=2", &found)
	if found.Total < 100_000 || len(found.Items) != 2 {
		t.Errorf("%d places, of which %d are told", found.Total, len(found.Items))
	}
	m.get("/sessions/claude/"+forkID+"/find?q=needle*here&from=10000", &found)
	if found.Total != 0 {
		t.Errorf("behind the end are %+v", found)
	}
}

func TestRecordingIsReadFromAByteOn(t *testing.T) {
	m := newMachine(t)
	r := m.run(runs.Completed)
	if err := os.WriteFile(m.runs.Recording(r.ID), []byte("0123456789"), 0o600); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string]string{"": "0123456789", "?from=4": "456789", "?from=10": "", "?from=99": "",
		"?from=9223372036854775806": ""} {
		status, body, h := m.do(m.request(http.MethodGet, "/api/v1/runs/"+r.ID+"/recording"+query, ""))
		if status != http.StatusOK || string(body) != want || h.Get("Content-Type") != "application/x-asciicast" {
			t.Errorf("%s: %d %q", query, status, body)
		}
	}
}

func TestKnowledgeIsAskedForAsTheVerbAsks(t *testing.T) {
	m := newMachine(t)
	var k model.Knowledge
	m.get("/knowledge?q=use+tabs&kind=decision,pattern&project=app&since=2026-11-01&limit=7", &k)
	q := m.asked[0]
	if len(k.Items) != 1 || k.Items[0].Text != "use tabs" || len(q.Words) != 2 || len(q.Kinds) != 2 ||
		q.Kinds[1] != memory.PatternKind || q.Project != "app" || q.Limit != 7 ||
		q.Since.IsZero() {
		t.Errorf("%+v was asked, %+v answered", q, k)
	}
}

func TestSessionTellsHowMuchOfItsWindowItTakes(t *testing.T) {
	m := newMachine(t)
	var d model.Detail
	m.get("/sessions/claude/"+sessionID, &d)
	if d.Fit == nil || d.Fit.Window != 1000 || d.Fit.Model != "claude" || d.Fit.Tokens == 0 {
		t.Errorf("%+v", d.Fit)
	}
}

func TestListsAreFilteredByStateAndCLI(t *testing.T) {
	m := newMachine(t)
	var all, working model.Sessions
	m.get("/sessions?state=working", &working) // the files are new, as of a CLI at work
	m.get("/sessions?state=waiting", &all)
	if working.Total != 2 || all.Total != 0 {
		t.Errorf("%d are at work, %d wait", working.Total, all.Total)
	}
	var hits model.Hits
	for query, want := range map[string]int{"q=NOTES.md&cli=claude": 1, "q=NOTES.md&cli=codex": 0,
		"q=NOTES.md+cli:codex&cli=claude": 0} {
		if m.get("/search?"+query, &hits); hits.Sessions != want || hits.Items == nil {
			t.Errorf("%s: %d sessions, want %d", query, hits.Sessions, want)
		}
	}
}

func TestRunTellsWhatItAsks(t *testing.T) {
	m := newMachine(t)
	r, _ := m.asks(false)
	var one model.Run
	var all model.Runs
	m.get("/runs/"+r.ID, &one)
	m.get("/runs", &all)
	if one.Question == nil || one.Question.ID != "q1" || all.Items[0].Question == nil ||
		len(all.Items[0].Question.Options) != 2 {
		t.Errorf("%+v, %+v", one.Question, all.Items)
	}
}
