package notify_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/inject/signals"
	"stead/runs"
	"stead/runs/notify"
	"stead/timeline"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// record is a run's record in a state.
func record(state signals.State, about string) runs.Run {
	return runs.Run{
		ID: "20261121-115900-ab12", To: runs.Session{CLI: "codex", ID: "c1"}, Dir: "/home/user/demo-x", Status: runs.Running,
		State: state, About: about, FinalText: "It is done.\nAll of it.",
	}
}

// ended is the record of a run that has ended.
func ended(status runs.Status, state signals.State) runs.Run {
	r := record(state, "")
	r.Status, r.Reason = status, "codex ended with exit code 1"
	return r
}

func headless(r runs.Run) runs.Run {
	r.Headless = true
	return r
}

func moved(state signals.State) runs.Run {
	r := record(state, "")
	r.Hops = []runs.Hop{{To: runs.Session{CLI: "claude", ID: "a"}, Reason: "the usage limit is hit"}}
	return r
}

func TestEachWaitIsOneEvent(t *testing.T) {
	for _, c := range []struct {
		name    string
		records []runs.Run
		want    []string
	}{
		{"a headless run", []runs.Run{
			record(signals.Starting, ""), record(signals.Working, ""), record(signals.Working, ""),
			ended(runs.Completed, signals.Done),
		}, []string{"started", "finished: It is done. All of it."}},
		{"a turn of an interactive run, then its end by the user", []runs.Run{
			record(signals.Starting, ""), record(signals.Input, ""), record(signals.Working, ""), record(signals.Input, ""),
			ended(runs.Completed, signals.Done),
		}, []string{"started", "finished"}},
		{"permission, which is told of more exactly, and given", []runs.Run{
			record(signals.Working, ""), record(signals.Permission, ""), record(signals.Permission, "shell: make"),
			record(signals.Working, ""), record(signals.Input, ""),
		}, []string{"started", "waiting", "finished"}},
		{"permission for two things in a row", []runs.Run{
			record(signals.Working, ""), record(signals.Permission, "shell: make"), record(signals.Permission, "shell: make"),
			record(signals.Permission, "shell: rm"),
		}, []string{"started", "waiting: shell: make", "waiting: shell: rm"}},
		{"a question", []runs.Run{record(signals.Working, ""), record(signals.Input, "Which one?")},
			[]string{"started", "waiting: Which one?"}},
		{"a failure", []runs.Run{record(signals.Working, ""), record(signals.Failed, "no such model"),
			ended(runs.Failed, signals.Failed)},
			[]string{"started", "failed: no such model"}},
		{"a failure that only the end tells", []runs.Run{record(signals.Working, ""), ended(runs.Failed, signals.Working)},
			[]string{"started", "failed: codex ended with exit code 1"}},
		{"a failure on a terminal, then the end by the user", []runs.Run{
			record(signals.Working, ""), record(signals.Failed, "no such model"), ended(runs.Completed, signals.Done),
		}, []string{"started", "failed: no such model"}},
		{"a limit", []runs.Run{record(signals.Working, ""), record(signals.Limited, "5 hours"),
			ended(runs.Failed, signals.Limited)},
			[]string{"started", "limited: 5 hours"}},
		{"a hop", []runs.Run{record(signals.Working, ""), moved(signals.Starting), moved(signals.Working)},
			[]string{"started", "moved: after claude: the usage limit is hit", "started"}},
		{"a limit of a headless run that moves on", []runs.Run{
			headless(record(signals.Working, "")), headless(record(signals.Limited, "5 hours")),
			headless(moved(signals.Starting)),
		}, []string{"started", "moved: after claude: the usage limit is hit"}},
		{"a limit of a headless run that ends", []runs.Run{
			headless(record(signals.Working, "")), headless(record(signals.Limited, "5 hours")),
			headless(ended(runs.Failed, signals.Limited)),
		}, []string{"started", "limited: codex ended with exit code 1"}},
		{"an interruption", []runs.Run{record(signals.Working, ""), ended(runs.Interrupted, signals.Working)},
			[]string{"started"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var f notify.Follower
			var got []string
			for _, r := range c.records {
				if e, ok := f.See(r, noon); ok {
					_, about, _ := strings.Cut(e.Text(), "demo-x")
					got = append(got, string(e.Kind)+about)
				}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAnswerIsToldWhileItIsTheLastThatCame(t *testing.T) {
	var f notify.Follower
	answer := &timeline.Entry{Type: timeline.Assistant, Content: timeline.NewText("It is made.\x1b[2J")}
	for i, c := range []struct {
		entries []*timeline.Entry
		want    string
	}{
		{nil, ""},
		{[]*timeline.Entry{answer}, "codex has finished in demo-x: It is made."},
		{[]*timeline.Entry{answer, {Type: timeline.ToolResult}}, "codex has finished in demo-x"},
		{[]*timeline.Entry{answer, {Type: timeline.System, Hidden: true}}, "codex has finished in demo-x: It is made."},
	} {
		now := noon.Add(time.Duration(i) * time.Minute)
		f.See(record(signals.Working, ""), now)
		for _, e := range c.entries {
			f.Entry(e)
		}
		e, ok := f.See(record(signals.Input, ""), now)
		if c.want != "" && (!ok || e.Text() != c.want) {
			t.Errorf("got %v %q, want %q", ok, e.Text(), c.want)
		}
	}
}

func TestEndThatIsToldTwiceInARowIsOne(t *testing.T) {
	var f notify.Follower
	told := 0
	for i, state := range []signals.State{signals.Working, signals.Input, signals.Working, signals.Input} {
		if e, ok := f.See(record(state, ""), noon.Add(time.Duration(i)*100*time.Millisecond)); ok &&
			e.Kind == notify.Finished {
			told++
		}
	}
	if told != 1 {
		t.Errorf("told %d times", told)
	}
}

func TestTurnIsTimedFromItsBeginning(t *testing.T) {
	var f notify.Follower
	f.See(record(signals.Working, ""), noon)
	f.See(record(signals.Permission, "x"), noon.Add(time.Minute))
	f.See(record(signals.Working, ""), noon.Add(2*time.Minute))
	e, _ := f.See(record(signals.Input, ""), noon.Add(3*time.Minute))
	if e.Took != 3*time.Minute || e.Command != "stead attach 20261121-115900-ab12" {
		t.Errorf("got %v, %s", e.Took, e.Command)
	}
	f.See(record(signals.Working, ""), noon.Add(time.Hour))
	e, _ = f.See(ended(runs.Completed, signals.Done), noon.Add(time.Hour+time.Second))
	if e.Took != time.Second || e.Command != "stead show run:20261121-115900-ab12" {
		t.Errorf("the second turn: got %v, %s", e.Took, e.Command)
	}
}
