package opencode_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"stead/adapters/adapter"
	"stead/internal/testkit/fixtures"
	"stead/readers"
	"stead/readers/opencode"
	"stead/timeline"
)

// live is a database in use, with one session.
type live struct {
	t        *testing.T
	db       *sql.DB
	location adapter.Location
	clock    int
}

func newLive(t *testing.T) *live {
	t.Helper()
	path := filepath.Join(t.TempDir(), "opencode.db")
	fixtures.Copy(t, "opencode/new.db", path)
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	l := &live{t: t, db: db, location: adapter.Location{Path: path, ID: "ses_a"}}
	l.run("INSERT INTO project (id, worktree, time_created, time_updated, sandboxes) VALUES ('p', '/', 1, 1, '[]')")
	l.run(
		"INSERT INTO session (id, project_id, slug, directory, title, version, time_created, time_updated) VALUES ('ses_a', 'p', 's', '/d', 'T', '1', 1, 2)")
	return l
}

func (l *live) run(statement string, args ...any) {
	l.t.Helper()
	if _, err := l.db.Exec(statement, args...); err != nil {
		l.t.Fatal(err)
	}
}

func (l *live) message(id, data string) {
	l.t.Helper()
	l.clock++
	l.run("INSERT INTO message (id, session_id, time_created, time_updated, data) VALUES (?, 'ses_a', ?, 1, ?)", id,
		1795200000000+l.clock, data)
}

func (l *live) part(message, id, data string) {
	l.t.Helper()
	l.run(
		"INSERT INTO part (id, message_id, session_id, time_created, time_updated, data) VALUES (?, ?, 'ses_a', 1, 1, ?)", id, message, data)
}

func (l *live) update(table, id, data string) {
	l.t.Helper()
	l.run("UPDATE "+table+" SET data = ? WHERE id = ?", data, id)
}

func (l *live) tail() readers.Tail {
	l.t.Helper()
	tail, err := opencode.Reader{}.Tail(context.Background(), l.location)
	if err != nil {
		l.t.Fatal(err)
	}
	return tail
}

// sees asks the tail and compares what it saw: the texts of the visible entries, and the turn.
func (l *live) sees(tail readers.Tail, when, want string) {
	l.t.Helper()
	p, err := tail.Next(context.Background())
	if err != nil {
		l.t.Fatal(err)
	}
	var seen []string
	for _, e := range p.Entries {
		if !e.Hidden {
			seen = append(seen, fmt.Sprintf("%s(%s%s%s)", e.Type, e.Content.String(), e.Input, e.Output.String()))
		}
	}
	if got := strings.TrimSpace(strings.Join(seen, " ") + " " + string(p.Turn)); got != want {
		l.t.Errorf("%s the tail sees %q, want %q", when, got, want)
	}
}

const (
	running = `{"role":"assistant","parentID":"msg_1","modelID":"m"}`
	calls   = `{"role":"assistant","parentID":"msg_1","modelID":"m","finish":"tool-calls","time":{"created":2,"completed":3}}`
	stopped = `{"role":"assistant","parentID":"msg_1","modelID":"m","finish":"stop","time":{"created":2,"completed":3}}`
)

func TestTailTellsAMessageOnceItIsFinal(t *testing.T) {
	l := newLive(t)
	tail := l.tail()
	l.sees(tail, "before anything happens", "")
	l.message("msg_1", `{"role":"user"}`)
	l.part("msg_1", "prt_1", `{"type":"text","text":"hello"}`)
	l.sees(tail, "after the prompt", "started")
	l.message("msg_2", running)
	l.part("msg_2", "prt_2", `{"type":"text","text":""}`)
	l.sees(tail, "when the answer begins", "user(hello) started")
	l.update("part", "prt_2", `{"type":"text","text":"I look."}`)
	l.part("msg_2", "prt_3",
		`{"type":"tool","tool":"bash","callID":"c","state":{"status":"running","input":{"command":"ls"}}}`)
	l.sees(tail, "while a command runs", "")
	l.update("part", "prt_3",
		`{"type":"tool","tool":"bash","callID":"c","state":{"status":"completed","input":{"command":"ls"},"output":"a"}}`)
	l.update("message", "msg_2", calls)
	l.sees(tail, "after the call", `assistant(I look.) tool_call({"command":"ls"}) tool_result(a)`)
	l.message("msg_3", running)
	l.sees(tail, "when the next answer begins", "started")
	l.part("msg_3", "prt_4", `{"type":"text","text":"Done."}`)
	l.update("message", "msg_3", stopped)
	l.sees(tail, "at the end", "assistant(Done.) completed")
	l.sees(tail, "when nothing more happens", "")
}

func TestTailEndsWhereTheStreamEnds(t *testing.T) {
	l := newLive(t)
	tail := l.tail()
	var seen []*timeline.Entry
	look := func() {
		p, err := tail.Next(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, p.Entries...)
	}
	for i := range 3 {
		prompt, answer := fmt.Sprintf("msg_%d1", i), fmt.Sprintf("msg_%d2", i)
		l.message(prompt, `{"role":"user"}`)
		l.part(prompt, fmt.Sprintf("prt_%d1", i), `{"type":"text","text":"hello"}`)
		look()
		l.message(answer, running)
		look()
		l.part(answer, fmt.Sprintf("prt_%d2", i), `{"type":"text","text":"It goes on."}`)
		l.update("message", answer, stopped)
		look()
	}
	stream, err := opencode.Reader{}.Open(context.Background(), l.location)
	if err != nil {
		t.Fatal(err)
	}
	var whole []*timeline.Entry
	for e, err := range stream.Entries {
		if err != nil {
			t.Fatal(err)
		}
		whole = append(whole, e)
	}
	text := func(all []*timeline.Entry) (lines []string) {
		for _, e := range all {
			lines = append(lines, string(e.AppendJSON(nil)))
		}
		return lines
	}
	if diff := cmp.Diff(text(whole[1:]), text(seen)); diff != "" { // the session's own record was there before the tail
		t.Errorf("the tail differs from the stream (-stream +tail):\n%s", diff)
	}
}

func TestTailBeginsAfterWhatIsThere(t *testing.T) {
	l := newLive(t)
	l.message("msg_1", `{"role":"user"}`)
	l.part("msg_1", "prt_1", `{"type":"text","text":"old"}`)
	l.message("msg_2", stopped)
	tail := l.tail()
	l.sees(tail, "at once", "")
	l.message("msg_3", `{"role":"user"}`)
	l.part("msg_3", "prt_2", `{"type":"text","text":"new"}`)
	l.message("msg_4", running)
	l.sees(tail, "after a turn has begun", "user(new) started")
}

func TestAPromptThatWaitsDoesNotEndTheAnswerBeforeIt(t *testing.T) {
	l := newLive(t)
	tail := l.tail()
	l.message("msg_1", `{"role":"user"}`)
	l.part("msg_1", "prt_1", `{"type":"text","text":"first"}`)
	l.message("msg_2", running)
	l.message("msg_3", `{"role":"user"}`)
	l.part("msg_3", "prt_3", `{"type":"text","text":"second"}`)
	l.sees(tail, "while the first is answered", "user(first) started")
	l.part("msg_2", "prt_2", `{"type":"text","text":"one"}`)
	l.update("message", "msg_2", stopped)
	l.sees(tail, "when it was answered", "assistant(one)")
	l.message("msg_4", running)
	l.sees(tail, "when the second is answered", "user(second) started")
}

func TestTurnsEndAsTheCLISays(t *testing.T) {
	for name, c := range map[string]struct {
		message, part string
		turn          readers.Turn
	}{
		"an answer": {stopped, "", readers.TurnCompleted},
		"a call":    {calls, "", readers.TurnStarted},
		"a summary": {strings.Replace(stopped, `"finish"`, `"summary":true,"finish"`, 1), "", readers.TurnStarted},
		"an error": {`{"role":"assistant","error":{"name":"APIError","data":{"message":"no"}}}`, "",
			readers.TurnFailed},
		"an interruption": {`{"role":"assistant","error":{"name":"MessageAbortedError","data":{"message":"Aborted"}}}`, "",
			readers.TurnInterrupted},
		"a refused call": {calls,
			`{"type":"tool","tool":"bash","state":{"status":"error","input":{},"error":"The user rejected permission to use this specific tool call."}}`, readers.TurnInterrupted},
		"an unknown end":   {strings.Replace(stopped, `"stop"`, `"unknown"`, 1), "", readers.TurnStarted},
		"a cut-off answer": {strings.Replace(stopped, `"stop"`, `"length"`, 1), "", readers.TurnCompleted},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLive(t)
			tail := l.tail()
			l.message("msg_1", c.message)
			if c.part != "" {
				l.part("msg_1", "prt_1", c.part)
			}
			p, err := tail.Next(context.Background())
			if err != nil || p.Turn != c.turn {
				t.Errorf("the turn is %q, %v; want %q", p.Turn, err, c.turn)
			}
		})
	}
}

func TestTailOfASessionThatIsNotThereYet(t *testing.T) {
	l := newLive(t)
	l.location.ID = "ses_later"
	tail := l.tail()
	l.sees(tail, "before there is a session", "")
	l.run(
		"INSERT INTO session (id, project_id, slug, directory, title, version, time_created, time_updated) VALUES ('ses_later', 'p', 's', '/d', 'T', '1', 1, 2)")
	l.run(
		"INSERT INTO message (id, session_id, time_created, time_updated, data) VALUES ('msg_9', 'ses_later', 1, 1, '" +
			stopped + "')")
	l.run(
		`INSERT INTO part (id, message_id, session_id, time_created, time_updated, data) VALUES ('prt_9', 'msg_9', 'ses_later', 1, 1, '{"type":"text","text":"here"}')`)
	l.sees(tail, "when it is there", "assistant(here) completed")
}
