package runs_test

import (
	"testing"

	"stead/inject/signals"
	"stead/runs"
	"stead/timeline"
)

func TestRunIsShownByOneWord(t *testing.T) {
	for _, c := range []struct {
		run   runs.Run
		alive bool
		want  string
	}{
		{runs.Run{Status: runs.Running, State: signals.Working}, false, "dead"},
		{runs.Run{Status: runs.Running, State: signals.Permission}, true, "permission"},
		{runs.Run{Status: runs.Running}, true, "running"},
		{runs.Run{Status: runs.Completed, Unstarted: true, Kind: timeline.LineageMerge}, false, "merged"},
		{runs.Run{Status: runs.Completed, Unstarted: true, Kind: timeline.LineageFork}, false, "forked"},
		{runs.Run{Status: runs.Completed, State: signals.Done}, false, "done"},
		{runs.Run{Status: runs.Failed, State: signals.Limited}, false, "limited"},
		{runs.Run{Status: runs.Failed, State: signals.Working}, false, "failed"},
		{runs.Run{Status: runs.Interrupted, State: signals.Working}, false, "interrupted"},
	} {
		if got := c.run.Shown(c.alive); got != c.want {
			t.Errorf("%s, %s, alive %v: shown is %q, want %q", c.run.Status, c.run.State, c.alive, got, c.want)
		}
	}
}

func TestRouteNamesTheCLIsInOrder(t *testing.T) {
	for _, c := range []struct {
		from        string
		hops        []string
		want, brief string
	}{
		{"", nil, "pi", "pi"},
		{"claude", nil, "claude->pi", "claude->pi"},
		{"claude", []string{"codex"}, "claude->codex->pi", "claude->..->pi"},
		{"", []string{"codex", "gemini"}, "codex->gemini->pi", "codex->..->pi"},
	} {
		r := runs.Run{From: runs.Session{CLI: c.from}, To: runs.Session{CLI: "pi"}}
		for _, cli := range c.hops {
			r.Hops = append(r.Hops, runs.Hop{To: runs.Session{CLI: cli}})
		}
		if route, brief := r.Route(), r.BriefRoute(); route != c.want || brief != c.brief {
			t.Errorf("the route is %s, in brief %s; want %s and %s", route, brief, c.want, c.brief)
		}
	}
}

func TestRouteNamesTheSessionThatTheUserHasOpened(t *testing.T) {
	r := runs.Run{From: runs.Session{CLI: "codex", ID: "source"},
		To: runs.Session{CLI: "claude", ID: "8f2c0a11-4b1d", Path: "/8f2c"}, Opened: runs.OpenedNew}
	r.Hops = []runs.Hop{{To: runs.Session{CLI: "claude", ID: "before"}}}
	if r.Route() != "codex->claude:8f2c0a11" || r.BriefRoute() != r.Route() {
		t.Errorf("the route is %s, in brief %s", r.Route(), r.BriefRoute())
	}
}

func TestWhatCameFromAnotherMachineIsCalledAsItIsThere(t *testing.T) {
	arrived := runs.Run{
		From: runs.Session{CLI: "universal", ID: "1", Path: "/data/parcel-1/session/session.jsonl"},
		To:   runs.Session{CLI: "codex"}, Dir: "/data/parcel-1/tree",
		Came: &runs.Came{From: "laptop/claude:703f", Project: "app"},
	}
	if arrived.Source() != "laptop/claude:703f" || arrived.Route() != "laptop/claude->codex" ||
		arrived.Project() != "app" {
		t.Errorf("it is %s, %s in %s", arrived.Source(), arrived.Route(), arrived.Project())
	}
	inCopy := runs.Run{From: runs.Session{CLI: "codex", ID: "2"}, To: runs.Session{CLI: "pi"},
		Dir: "/data/parcel-1/tree", Came: &runs.Came{Project: "app"}}
	if inCopy.Source() != "codex:2" || inCopy.Route() != "codex->pi" || inCopy.Project() != "app" {
		t.Errorf("a run in the copy is %s, %s in %s", inCopy.Source(), inCopy.Route(), inCopy.Project())
	}
	own := runs.Run{To: runs.Session{CLI: "pi"}, Dir: "/code/app"}
	if own.Source() != "" || own.Route() != "pi" || own.Project() != "app" {
		t.Errorf("one of this machine is %q, %s in %s", own.Source(), own.Route(), own.Project())
	}
}
