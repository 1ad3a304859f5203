package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

const liveID = "00000000-aaaa-4bbb-8ccc-00000000000a"

// TestWhatIsSaidIsOnThePageAtOnce has a session grow in its CLI's store while pages show it: over a line that holds,
// over one that breaks again and again, and in nine tabs beside a terminal.
func TestWhatIsSaidIsOnThePageAtOnce(t *testing.T) { // alone: it looks at the clock
	g := harness.New(t, provider.Step{Reply: provider.Say("It goes on."), Always: true})
	runtest.EndsRuns(t, g)
	w := newSession(t, g, liveID)
	w.says("Count.")
	w.answers(text("I count."))
	session := w.placed(g)
	s := runtest.Serve(t, g)
	l := newLine(t, s)
	to, err := url.Parse(l.URL)
	if err != nil {
		t.Fatal(err)
	}
	run := waitingRun(t, s, session)
	browse(t, g, s, "live", facts{"session": session.Ref(), "run": run, "line": to.Host}, answers{
		// A person's words are on the page when they are in the store: the text tells when that was.
		"append": func(number string) (any, error) {
			w.says(fmt.Sprintf("number %s, at %d", number, time.Now().UnixMilli()))
			return nil, w.appended(session)
		},
		"burst": func(numbers string) (any, error) {
			var from, to int
			if _, err := fmt.Sscan(numbers, &from, &to); err != nil {
				return nil, err
			}
			for n := from; n < to; n++ {
				w.says(fmt.Sprintf("number %d, at %d", n, time.Now().UnixMilli()))
				if err := w.appended(session); err != nil {
					return nil, err
				}
			}
			return nil, nil
		},
		"another session": func(number string) (any, error) {
			other := newSession(t, g, "00000000-aaaa-4bbb-8ccc-00000000000"+number)
			other.says("Session " + number + ".")
			other.placed(g)
			return nil, nil
		},
		"entrance": func(string) (any, error) { return entrance(t, s), nil },
		"cut after": func(events string) (any, error) {
			n, err := strconv.ParseInt(events, 10, 64)
			l.cutAfter.Store(n)
			return nil, err
		},
		"line": func(string) (any, error) {
			return map[string]int64{"streams": l.streams.Load(), "terminals": l.terminals.Load(), "cuts": l.cuts.Load()}, nil
		},
	})
}

// waitingRun is a run of the real Codex that goes on with a session, and waits for more.
func waitingRun(t *testing.T, s *runtest.Server, from harness.Session) (id string) {
	t.Helper()
	var run struct{ ID, State string }
	if status := s.Call(http.MethodPost, "/runs", `{"from":"`+from.Ref()+
		`","to":"codex","interactive":true,"prompt":"Go on."}`, &run); status != http.StatusAccepted {
		t.Fatalf("started it is %d", status)
	}
	runtest.Eventually(t, "the run waits for more", func() bool {
		s.Call(http.MethodGet, "/runs/"+run.ID, "", &run)
		return run.State == "input"
	})
	return run.ID
}
