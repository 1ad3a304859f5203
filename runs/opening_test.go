package runs

import (
	"slices"
	"testing"
)

func session(id string) Session { return Session{CLI: "codex", ID: id, Path: "/" + id} }

// entered is a run that stead began in session a, and whose user has then opened sessions, one after the other.
func entered(ids ...string) Run {
	r := Run{From: Session{CLI: "claude", ID: "source"}, To: session("a"), Lines: 7}
	for _, id := range ids {
		by := OpenedNew
		if r.Knows(session(id)) {
			by = OpenedAgain
		}
		r.Enter(session(id), by, Hop{Reason: "left"})
	}
	return r
}

func TestBaseIsWhatTheConversationOnTheScreenBeginsWith(t *testing.T) {
	moved := entered("b")
	moved.Hops = append(moved.Hops, Hop{To: moved.To, Opened: moved.Opened})
	moved.To, moved.Opened = Session{CLI: "gemini", ID: "g"}, ""
	for name, c := range map[string]struct {
		run  Run
		want string
	}{
		"nothing was opened":                 {entered(), ""},
		"a new session":                      {entered("b"), "b"},
		"and another one":                    {entered("b", "c"), "c"},
		"and back to the new one":            {entered("b", "c", "b"), "b"},
		"back to the beginning":              {entered("b", "a"), ""},
		"back to the beginning, and on":      {entered("b", "a", "c"), "c"},
		"back to the beginning after two":    {entered("b", "c", "a"), ""},
		"a limit moved the new one to a CLI": {moved, "b"},
	} {
		base, ok := c.run.Base()
		if base.ID != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q %v, want %q", name, base.ID, ok, c.want)
		}
	}
}

func TestRunKnowsWhatWasDeliveredWhereItsUserComesBack(t *testing.T) {
	r := entered("b", "a")
	if r.To != session("a") || r.Lines != 7 || r.Opened != OpenedAgain || len(r.Hops) != 2 {
		t.Errorf("it is in %+v with %d lines, opened %q, after %d hops", r.To, r.Lines, r.Opened, len(r.Hops))
	}
	if away := entered("b"); away.Lines != 0 {
		t.Errorf("a new session has %d lines from stead", away.Lines)
	}
}

func TestInIsTheRunAsItWasInASessionThatItsUserHasLeft(t *testing.T) {
	was, since, ok := entered("b", "c").In("codex", "a")
	if !ok || was.To != session("a") || was.Lines != 7 || len(was.Hops) != 0 ||
		!slices.Equal(since, []Session{session("b"), session("c")}) {
		t.Errorf("%v, since %v: %+v", ok, since, was)
	}
	again, since, ok := entered("b", "a", "c").In("codex", "a")
	if base, strayed := again.Base(); !ok || strayed || again.Lines != 7 || !slices.Equal(since, []Session{session("c")}) {
		t.Errorf("%v, since %v, based on %v: %+v", ok, since, base, again)
	}
	limited := Run{To: session("b"), Hops: []Hop{{To: session("a")}}} // a limit did that
	for _, r := range []Run{entered(), entered("b", "a"), limited} {
		if _, _, ok := r.In("codex", "a"); ok {
			t.Errorf("no user has left it: %+v", r)
		}
	}
}

func TestRouteNamesACLIOnceForAllTheSessionsThatItsUserOpens(t *testing.T) {
	if route := entered("b", "c").Route(); route != "claude->codex:c" {
		t.Errorf("the route is %s", route)
	}
}

// TestSessionWithoutAWordIsNoPartOfTheRun has the user leave a session that its CLI has not written yet.
func TestSessionWithoutAWordIsNoPartOfTheRun(t *testing.T) {
	r := Run{To: Session{CLI: "codex", ID: "a"}}
	r.Enter(session("b"), OpenedNew, Hop{})
	if len(r.Hops) != 0 || r.To != session("b") {
		t.Errorf("it went through %+v to %+v", r.Hops, r.To)
	}
}
