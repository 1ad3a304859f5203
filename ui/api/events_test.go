package api_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"stead/catalog/stats"
	"stead/internal/testkit/corpus"
	"stead/internal/testkit/resources"
	"stead/orchestrator/chain"
	"stead/runs"
	"stead/ui/api"
	"stead/ui/api/events"
	"stead/ui/model"
)

// event is one of a stream, as a browser gets it.
type event struct{ id, kind, data string }

// follow opens a stream of events, after one of them. It ends with the test, or when end is called.
func (m *machine) follow(query, last string) (stream <-chan event, end func()) {
	m.t.Helper()
	ctx, stop := context.WithCancel(m.t.Context())
	r := m.request(http.MethodGet, "/api/v1/events"+query, "").WithContext(ctx)
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		m.t.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK || answer.Header.Get("Content-Type") != events.ContentType {
		m.t.Fatalf("%s, %s", answer.Status, answer.Header.Get("Content-Type"))
	}
	found := make(chan event, 1000)
	var reading sync.WaitGroup
	reading.Go(func() {
		defer close(found)
		defer answer.Body.Close()
		var e event
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch name {
			case "id":
				e.id = value
			case "event":
				e.kind = value
			case "data":
				e.data = value
			case "":
				if e.kind != "" {
					found <- e
				}
				e = event{}
			}
		}
	})
	end = func() {
		stop()
		reading.Wait()
	}
	m.t.Cleanup(end)
	return found, end
}

// waitFor returns the next event of which data tells.
func waitFor(t *testing.T, stream <-chan event, kind, part string) event {
	t.Helper()
	timeout := time.After(30 * time.Second)
	for {
		select {
		case e, ok := <-stream:
			if !ok {
				t.Fatalf("the stream has ended before %s %s", kind, part)
			}
			if e.kind == kind && strings.Contains(e.data, part) {
				return e
			}
		case <-timeout:
			t.Fatalf("there is no %s %s", kind, part)
		}
	}
}

// watch has the machine's changes become events until the test ends.
func (m *machine) watch() {
	ctx, stop := context.WithCancel(context.Background())
	var watching sync.WaitGroup
	watching.Go(func() {
		m.shown.Watch(ctx, m.live, func(c model.Change) { m.events.Add(api.EventOf(c)) }, func(err error) { m.t.Error(err) })
	})
	m.t.Cleanup(func() {
		stop()
		watching.Wait()
	})
}

func TestWhatChangesIsTold(t *testing.T) {
	m := newMachine(t)
	stream, _ := m.follow("", "")
	waitFor(t, stream, "ready", "")
	m.watch()
	r := m.run(runs.Running)
	waitFor(t, stream, "run", r.ID)
	r.Status, r.ExitCode = runs.Completed, 0
	if err := m.runs.Save(r); err != nil {
		t.Fatal(err)
	}
	waitFor(t, stream, "run", `"state":"done"`)
	// The index tells of what comes after its first look, so a session is written until it is told of.
	const late = "8f786c7b-ece4-4cbb-876a-31e3be5368b4"
	told := make(chan struct{})
	go func() {
		defer close(told)
		waitFor(t, stream, "session", "claude:"+late)
	}()
	m.put(late, string(fixture(t)))
	for n := 0; ; n++ {
		select {
		case <-told:
		case <-time.After(200 * time.Millisecond):
			now := time.Now().Add(time.Duration(n) * time.Second)
			if err := os.Chtimes(m.session(late), now, now); err != nil {
				t.Fatal(err)
			}
			continue
		}
		break
	}
	if err := os.Remove(m.session(late)); err != nil {
		t.Fatal(err)
	}
	waitFor(t, stream, "session", `"state":"gone"`)
}

// A server that has an earlier index reports a session that changes before the first look at the stores.
func TestWhatChangedBeforeTheFirstLookIsTold(t *testing.T) {
	m := newMachine(t)
	m.get("/statistics", &stats.Result{}) // makes the index
	stream, _ := m.follow("?topics=session", "")
	waitFor(t, stream, "ready", "")
	now := time.Now().Add(time.Hour)
	if err := os.Chtimes(m.session(sessionID), now, now); err != nil {
		t.Fatal(err)
	}
	m.watch()
	waitFor(t, stream, "session", "claude:"+sessionID)
}

// Contests, chains and drafts have events, too: for example, a chain that waits for somebody.
func TestRecordsThatChangeHaveEvents(t *testing.T) {
	m := newMachine(t)
	m.begins()
	old := m.chain(chain.Running)
	stream, _ := m.follow("?topics=contest,chain,draft", "")
	waitFor(t, stream, "ready", "")
	m.watch()
	id := ""
	for seen := false; !seen; { // what is there at the first look is not told of
		id = m.chain(chain.Running)
		select {
		case e := <-stream:
			seen = e.kind == "chain"
		case <-time.After(3 * time.Second):
		}
	}
	for _, changed := range []string{id, old} {
		if err := m.shown.Options.Chains.Save(chain.Chain{ID: changed, Status: chain.Waiting,
			Attempts: []chain.Attempt{}}); err != nil {
			t.Fatal(err)
		}
		if e := waitFor(t, stream, "chain", `"ref":"`+changed+`"`); !strings.Contains(e.data, `"state":"waiting"`) {
			t.Errorf("it is %+v", e)
		}
	}
	contest, err := m.shown.Options.Acts.Hold(t.Context(), model.StartContest{Prompt: "x"})
	if err != nil {
		t.Fatal(err)
	}
	waitFor(t, stream, "contest", `"ref":"`+contest+`"`)
	var d model.EditedDraft
	m.post("/drafts", `{"session":"claude:`+sessionID+`"}`, http.StatusAccepted, &d)
	waitFor(t, stream, "draft", d.Revision)
	m.patch("/drafts/latest", `{"edits":[{"op":"drop","entries":"2"}]}`, http.StatusAccepted, &d)
	waitFor(t, stream, "draft", d.Revision)
	m.send(http.MethodDelete, "/drafts/latest", "", http.StatusAccepted, nil)
	waitFor(t, stream, "draft", `"state":"gone"`)
	if err := m.shown.Options.Contests.Remove(contest); err != nil {
		t.Fatal(err)
	}
	waitFor(t, stream, "contest", `"state":"gone"`)
}

// A reader whose connection is cut again and again gets each event once and in order.
func TestStreamGoesOnWhereItWasCut(t *testing.T) {
	m := newMachine(t)
	stream, end := m.follow("", "")
	last := waitFor(t, stream, "ready", "").id
	const all = 500
	go func() {
		for n := range all {
			m.events.Add(events.Event{Type: "session", Ref: fmt.Sprint(n)})
			if n%50 == 0 {
				time.Sleep(time.Millisecond) // so that some come while the stream is open, some while it is not
			}
		}
	}()
	for seen, inThis := 0, 0; seen < all; {
		if inThis == 37 {
			end()
			stream, end = m.follow("", last)
			inThis = 0
		}
		e := waitFor(t, stream, "session", "")
		if want := fmt.Sprintf(`{"ref":"%d"}`, seen); e.data != want {
			t.Fatalf("after %d comes %+v", seen, e)
		}
		seen, inThis, last = seen+1, inThis+1, e.id
	}
}

func TestStreamOfTopicsAfterAnEvent(t *testing.T) {
	m := newMachine(t)
	stream, _ := m.follow("", "")
	first := waitFor(t, stream, "ready", "").id
	m.events.Add(events.Event{Type: "session", Ref: "a"})
	m.events.Add(events.Event{Type: "run", Ref: "b"})
	stream, _ = m.follow("?topics=run&after="+first, "")
	if e := <-stream; e.kind != "run" || e.data != `{"ref":"b"}` {
		t.Errorf("the first is %+v", e)
	}
	stream, _ = m.follow("", "other-1")
	if e := <-stream; e.kind != "reset" {
		t.Errorf("after what nobody knows comes %+v", e)
	}
}

const largeID = "00000000-aaaa-4bbb-8ccc-000000000001"

// putLarge writes a session of 50,000 entries.
func (m *machine) putLarge() {
	m.t.Helper()
	var text bytes.Buffer
	parent := "null"
	for n := range 50_000 {
		id := fmt.Sprintf(`"00000000-0000-4000-8000-%012d"`, n)
		kind, message := "user", fmt.Sprintf(`{"role":"user","content":"question %d"}`, n)
		if n%2 == 1 {
			kind = "assistant"
			message = fmt.Sprintf(
				`{"id":"msg_%d","type":"message","role":"assistant","model":"claude-opus-4-8","content":[{"type":"text","text":"answer %d %s"}],"usage":{"input_tokens":1,"output_tokens":1}}`,
				n, n, bytes.Repeat([]byte("word "), 20+n%400))
		}
		fmt.Fprintf(&text,
			`{"parentUuid":%s,"isSidechain":false,"userType":"external","cwd":"%s","sessionId":"%s","version":"2.1.197","type":"%s","uuid":%s,"timestamp":"2026-11-20T18:%02d:00.000Z","message":%s}`+"\n",
			parent, project, largeID, kind, id, n%60, message)
		parent = id
	}
	m.put(largeID, text.String())
}

// BenchmarkPages asks for pages of 100 entries anywhere in a session of 50,000, on a machine with 2,000 sessions, while
// 200 streams are open.
func BenchmarkPages(b *testing.B) {
	m := newMachine(b)
	m.putLarge()
	if _, err := corpus.Claude(m.home+"/.claude", corpus.Size{Sessions: 2000, Smallest: 4 << 10, Largest: 40 << 10},
		1); err != nil {
		b.Fatal(err)
	}
	for range 200 {
		m.follow("", "")
	}
	began := time.Now()
	m.get("/sessions/claude/"+largeID+"/entries", &model.Page{})
	first := time.Since(began)
	var took []time.Duration
	for n := 0; b.Loop(); n++ {
		r := m.request(http.MethodGet, fmt.Sprintf("/api/v1/sessions/claude/%s/entries?from=%d", largeID, n*7919%49_900), "")
		began := time.Now()
		if status, body, _ := m.do(r); status != http.StatusOK {
			b.Fatalf("%d\n%s", status, body)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(first.Microseconds())/1000, "ms-first")
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-p50")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
	b.ReportMetric(float64(resources.Heap())/(1<<20), "MB-heap")
}

// 200 streams get each event, in little memory, though a session of 50,000 entries is read beside them.
func TestManyStreams(t *testing.T) {
	if testing.Short() {
		t.Skip("it writes a large session")
	}
	m := newMachine(t)
	m.putLarge()
	before := resources.Heap()
	var waiting sync.WaitGroup
	for range 200 {
		stream, _ := m.follow("", "")
		waiting.Go(func() {
			for n := range 100 {
				if want, e := fmt.Sprintf(`{"ref":"%d"}`, n), waitForQuietly(stream); e.data != want {
					t.Errorf("instead of %s comes %+v", want, e)
					return
				}
			}
		})
	}
	for n := range 100 {
		m.events.Add(events.Event{Type: "session", Ref: fmt.Sprint(n)})
	}
	var p model.Page
	m.get("/sessions/claude/"+largeID+"/entries?from=49990", &p)
	if p.Total != 50_000 || len(p.Items) != 10 {
		t.Errorf("the end has %d of %d entries", len(p.Items), p.Total)
	}
	waiting.Wait()
	if grown := (int64(resources.Heap()) - int64(before)) >> 20; grown > 100 {
		t.Errorf("the heap has grown by %d MB", grown)
	}
}

// waitForQuietly returns the next event of a session.
func waitForQuietly(stream <-chan event) event {
	for e := range stream {
		if e.kind == "session" {
			return e
		}
	}
	return event{}
}
