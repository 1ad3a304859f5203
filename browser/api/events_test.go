package api_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"stead/browser"
	"stead/browser/api"
	"stead/browser/events"
	"stead/runs"
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
		m.shown.Watch(ctx, m.live, func(c browser.Change) { m.events.Add(api.EventOf(c)) }, func(err error) { m.t.Error(err) })
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
