package summaries

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"stead/catalog/listing"
	"stead/inject/signals"
	"stead/reach/hubtest"
	"stead/reach/layout"
	"stead/reach/member"
	"stead/runs"
	"stead/timeline"
)

// id is that of the n-th run of a test.
func id(n int) string { return fmt.Sprintf("20261120-120000.%03d-%04x", n%1000, n) }

// run is a run with all that its record may have, at work.
func run(n int, about string) Run {
	return Run{Alive: true, Run: runs.Run{
		ID: id(n), From: runs.Session{CLI: "claude", ID: "7f3a", Path: "/home/ann/secret.jsonl"},
		To:   runs.Session{CLI: "codex", ID: "01a2", Path: "/home/ann/rollout"},
		Came: &runs.Came{From: "laptop/claude:7f3a", Project: "app"},
		Part: &runs.Part{Of: "ab:20261120-120000-0001", Name: "codex"}, Prompt: "the prompt", FinalText: "the answer",
		Status: runs.Running, State: signals.Permission, About: about, Since: noon, Dir: "/home/ann/app", Started: noon,
		Usage:    timeline.Usage{Input: 3, Output: 4},
		Question: &signals.Question{ID: "1", About: "the question"}, Asked: &runs.Asked{Prompt: "the second prompt"},
		Turns: 2, Cost: 0.5,
		Hops:       []runs.Hop{{To: runs.Session{CLI: "pi", ID: "1", Path: "/home/ann/pi"}, Reason: "the reason"}},
		Supervisor: runs.Process{PID: 4711},
	}}
}

// tells has a machine tell of runs, and of one session.
func tells(t *testing.T, at *publishing, all ...Run) {
	t.Helper()
	at.Runs = func() ([]Run, error) { return all, nil }
	looks(t, at)
}

// about is what is said of a machine's runs that are known, the newest first.
func (c *machine) about(of *machine) string {
	c.t.Helper()
	all, err := c.store.Runs(c.t.Context(), of.self.Name)
	must(c.t, err)
	var said []string
	for _, r := range all {
		said = append(said, r.About)
	}
	return strings.Join(said, " ")
}

func TestOtherMachinesKnowTheRunsOfOneThatIsAway(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	node, viewer := hubtest.Join(t, h, "desk", member.Node), hubtest.Join(t, h, "phone", member.Viewer)
	desk, phone := connected(t, node), connected(t, viewer)
	at := desk.publishing(row("aaaa", "1"))
	for _, c := range []struct {
		told []Run
		want string
		sent uint64
	}{
		{[]Run{run(2, "b"), run(1, "a")}, "b a", 3}, {[]Run{run(2, "b"), run(1, "a")}, "b a", 3},
		{[]Run{run(2, "c"), run(1, "a")}, "c a", 4}, {[]Run{run(2, "c")}, "c", 5},
		{nil, "", 6}, {[]Run{run(1, "d")}, "d", 7},
	} {
		tells(t, at, c.told...)
		phone.reads(desk, "1")
		if got := phone.about(desk); got != c.want {
			t.Errorf("%q is known of the runs, want %q", got, c.want)
		}
		if n := sent(t, h); n != c.sent {
			t.Errorf("there were %d messages, want %d", n, c.sent)
		}
	}
	if n, err := phone.store.Count(t.Context(), Filter{}); n != 1 || err != nil {
		t.Errorf("a list has %d sessions, %v: a run is none", n, err)
	}
	must(t, phone.store.Forget(t.Context(), "desk"))
	if got := phone.about(desk); got != "" {
		t.Errorf("%q is known of a machine that was forgotten", got)
	}
}

// A node that begins anew has the hub forget runs that were removed while it was off.
func TestRunThatWasRemovedMeanwhileIsGone(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	desk, phone := connected(t, hubtest.Join(t, h, "desk", member.Node)), connected(t,
		hubtest.Join(t, h, "phone", member.Viewer))
	desk.knows(2)
	tells(t, desk.publishing(row("aaaa", "1")), run(2, "b"), run(1, "a"))
	phone.reads(desk, "1")
	tells(t, desk.publishing(row("aaaa", "1")), run(2, "b"))
	phone.reads(desk, "1")
	if got := phone.about(desk); got != "b" {
		t.Errorf("%q is known", got)
	}
}

func TestHubCannotTellARunFromASession(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	desk := connected(t, hubtest.Join(t, h, "desk", member.Node))
	hubtest.Join(t, h, "phone", member.Viewer)
	desk.knows(2)
	tells(t, desk.publishing(row("aaaa", "1")), run(1, "a"))
	stream, err := h.JetStream().Stream(t.Context(), layout.Summaries)
	must(t, err)
	if n := sent(t, h); n != 2 {
		t.Errorf("the hub has %d messages", n)
	}
	for sequence := uint64(1); sequence <= 2; sequence++ {
		m, err := stream.GetMsg(t.Context(), sequence)
		must(t, err)
		prefix, name, _ := cutLast(m.Subject)
		if prefix != "stead.cat.desk.session" || len(name) != 2*nameBytes || strings.Contains(m.Subject, id(1)) ||
			bytes.Contains(m.Data, []byte(id(1))) {
			t.Errorf("the hub has %s, %v: %q", m.Subject, m.Header, m.Data)
		}
	}
}

func TestHubThatWasWipedKeepsNoRunThatIsGone(t *testing.T) {
	t.Parallel()
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "summaries.db"))
	must(t, err)
	defer s.Close()
	must(t, s.Keep(t.Context(), "me", []member.Peer{{Name: "desk", Key: "k"}}))
	keep := func(read int64, sessions []listing.Row, all ...Run) {
		t.Helper()
		var p portion
		for _, r := range all {
			text, err := encodeRun(r)
			must(t, err)
			p.add("desk", message{name: r.ID, version: 1}, text)
		}
		for _, r := range sessions {
			text, err := encode(r)
			must(t, err)
			p.add("desk", message{name: r.ID, version: 1}, text)
		}
		must(t, s.take(t.Context(), "desk", p, read))
	}
	has := func(want int) {
		t.Helper()
		if all, err := s.Runs(t.Context(), "desk"); len(all) != want || err != nil {
			t.Errorf("there are %d runs, %v, want %d", len(all), err, want)
		}
	}
	keep(1, []listing.Row{row("aaaa", "1")}, run(1, "a"), run(2, "b"))
	must(t, s.sweep(t.Context(), "desk", 2))
	has(2) // the machine has not told it again yet
	keep(2, []listing.Row{row("aaaa", "1")}, run(2, "b"))
	must(t, s.sweep(t.Context(), "desk", 2))
	has(1)
}

func TestOfARunOnlyWhatIsShownIsTold(t *testing.T) {
	t.Parallel()
	text, err := encodeRun(run(1, "shell: make"))
	must(t, err)
	for _, hidden := range []string{"home", "secret.jsonl", "rollout", "prompt\":\"", "the answer", "question",
		"the reason", "4711"} {
		if bytes.Contains(text, []byte(hidden)) {
			t.Errorf("it tells of %q: %s", hidden, text)
		}
	}
	known, err := decodeRun("desk", text)
	must(t, err)
	var got Run
	must(t, json.Unmarshal([]byte(known.row), &got))
	if want := RunOf(run(1, "shell: make").Run, true); !reflect.DeepEqual(got, want) {
		t.Errorf("it arrives as %+v\nwant          %+v", got, want)
	}
	if got.Route() != "laptop/claude->pi->codex" || got.Project() != "app" || got.Dir != "app" ||
		got.Shown(got.Alive) != "permission" {
		t.Errorf("it is shown as %+v", got)
	}
}

func TestHostileRunsAreMadeHarmlessOrLeftOut(t *testing.T) {
	t.Parallel()
	for what, change := range map[string]func(*Run){
		"no id": func(r *Run) { r.ID = "" }, "an id that is a path": func(r *Run) { r.ID = "../../x" },
		"an id with more": func(r *Run) { r.ID += " x" }, "no status": func(r *Run) { r.Status = "" },
		"another status":         func(r *Run) { r.Status = "paused" },
		"a state with an escape": func(r *Run) { r.State = "\x1b[31m" }, "no CLI": func(r *Run) { r.To.CLI = "" },
		"a CLI with a slash":                func(r *Run) { r.To.CLI = "a/b" },
		"a source with a space":             func(r *Run) { r.From.ID = "a b" },
		"a source without a CLI":            func(r *Run) { r.From.CLI = "" },
		"a source elsewhere with an escape": func(r *Run) { r.Came.From = "laptop/\x1b[31m:1" },
		"a long source":                     func(r *Run) { r.Came.From = strings.Repeat("a", 600) },
		"a long session":                    func(r *Run) { r.To.ID = strings.Repeat("a", 600) },
		"a CLI on its way with a space":     func(r *Run) { r.Hops[0].To.CLI = "a b" },
		"another kind":                      func(r *Run) { r.Kind = "a b" },
		"no time":                           func(r *Run) { r.Started = time.Time{} }, "a time out of bounds": func(r *Run) {
			r.Since = noon.AddDate(1000, 0, 0)
		},
	} {
		r := run(1, "a")
		change(&r)
		text, err := json.Marshal(toldRun{r})
		must(t, err)
		if got, err := decodeRun("desk", text); !errors.Is(err, errRow) {
			t.Errorf("with %s it is %+v, %v", what, got, err)
		}
		if _, err := encodeRun(r); !errors.Is(err, errRow) {
			t.Errorf("with %s it leaves: %v", what, err)
		}
	}
	r := run(1, strings.Repeat("é", 3000))
	r.Turns, r.Cost, r.Usage.Input, r.DurationMS, r.Dir, r.Hops, r.Status = -1, -1, -1, -1, "/"+
		strings.Repeat("x", 3000), nil, runs.Completed
	for range mostHops + 5 {
		r.Hops = append(r.Hops, runs.Hop{To: runs.Session{CLI: "pi"}, Opened: runs.OpenedNew})
	}
	r.Opened = "\x1b[31m"
	text, err := json.Marshal(toldRun{r})
	must(t, err)
	known, err := decodeRun("desk", text)
	must(t, err)
	var got Run
	must(t, json.Unmarshal([]byte(known.row), &got))
	if got.Turns != 0 || got.Cost != 0 || got.Usage.Input != 0 || got.DurationMS != 0 ||
		len(got.About) != longestRemark || !utf8.ValidString(got.About) || len(got.Dir) != longestName ||
		len(got.Hops) != mostHops || got.Hops[0].Opened != runs.OpenedNew || got.Opened != "" ||
		got.Prompt+got.FinalText != "" || got.Alive {
		t.Errorf("it is %+v", got)
	}
	for _, text := range []string{"", "null", "[]", "{", `{"told_run":1}`, `{"told_run":{}}`,
		beginsRun + `{"run":"` + strings.Repeat("x", largestRow) + `"}}`} {
		if got, err := decodeRun("desk", []byte(text)); !errors.Is(err, errRow) {
			t.Errorf("%.50q is %+v, %v", text, got, err)
		}
	}
}

func TestRunsOfAMachineAreBounded(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	desk, phone := connected(t, hubtest.Join(t, h, "desk", member.Node)), connected(t,
		hubtest.Join(t, h, "phone", member.Viewer))
	desk.knows(2)
	var all []Run
	for n := MostRunsOfNode + 7; n > 0; n-- {
		all = append(all, run(n, fmt.Sprint(n)))
	}
	tells(t, desk.publishing(), all...)
	phone.reads(desk, "")
	if got := strings.Fields(phone.about(desk)); len(got) != MostRunsOfNode || got[0] != fmt.Sprint(MostRunsOfNode+7) {
		t.Errorf("%d runs are told, the first %q", len(got), got[0])
	}
	err := phone.store.inTransaction(t.Context(), func(tx *sql.Tx) error {
		var many []knownRun
		for n := range mostRunsKept + 5 {
			many = append(many, knownRun{machine: "desk", run: fmt.Sprintf("%08d", n), row: `{}`, name: fmt.Sprint(n)})
		}
		return insertRuns(context.Background(), tx, "desk", many, 1)
	})
	must(t, err)
	if kept, err := phone.store.Runs(t.Context(), "desk"); len(kept) != mostRunsKept || err != nil {
		t.Errorf("%d are kept, %v", len(kept), err)
	}
}

// A file that was made before runs were told of has no table for them.
func TestOlderFileGetsATableOfRuns(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "summaries.db")
	s, err := Open(t.Context(), path)
	must(t, err)
	_, err = s.db.ExecContext(t.Context(), "DROP TABLE runs")
	must(t, err)
	must(t, s.Put(t.Context(), []Summary{{Machine: "desk", CLI: "claude", Session: "1", Row: "{}"}}))
	must(t, s.Close())
	s, err = Open(t.Context(), path)
	must(t, err)
	defer s.Close()
	if n, err := s.Count(t.Context(), Filter{}); n != 1 || err != nil || s.db.Aside != "" {
		t.Errorf("it has %d sessions, %v; put aside %q", n, err, s.db.Aside)
	}
	if all, err := s.Runs(t.Context(), "desk"); len(all) != 0 || err != nil {
		t.Errorf("it has runs %v, %v", all, err)
	}
}

// TestARunThatWasSentIsKnownUntilItsMachineTellsOfIt keeps what was begun elsewhere, and then reads what that machine
// says.
func TestARunThatWasSentIsKnownUntilItsMachineTellsOfIt(t *testing.T) {
	t.Parallel()
	h := hubtest.Start(t)
	desk, phone := connected(t, hubtest.Join(t, h, "desk", member.Node)), connected(t,
		hubtest.Join(t, h, "phone", member.Viewer))
	must(t, phone.store.Sent(t.Context(), "desk", run(1, "sent").Run))
	if got := phone.about(desk); got != "sent" {
		t.Errorf("known is %q", got)
	}
	tells(t, desk.publishing(row("aaaa", "1")), run(1, "told"))
	phone.reads(desk, "1")
	if got := phone.about(desk); got != "told" {
		t.Errorf("then known is %q", got)
	}
}
