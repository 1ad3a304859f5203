package runs_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/runs"
)

// TestPartsOfARunAreNamedInOrder names the parts of a run whose user has opened two sessions and has come back to the
// first of them.
func TestPartsOfARunAreNamedInOrder(t *testing.T) {
	a, b := runs.Session{CLI: "claude", ID: "a"}, runs.Session{CLI: "claude", ID: "b"}
	r := runs.Run{ID: "ab12", To: a, Opened: runs.OpenedAgain,
		Hops: []runs.Hop{{To: a, Ended: noon}, {To: b, Opened: runs.OpenedNew, Ended: noon.Add(time.Hour)}}}
	var names []string
	for _, part := range r.NamedParts() {
		names = append(names, part.Reference+"="+part.Session)
	}
	if got, want := strings.Join(names, " "), "run:ab12#1=claude:a run:ab12#2=claude:b run:ab12#3=claude:a"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for number, want := range map[string]struct {
		session   runs.Session
		isCurrent bool
	}{"1": {a, true}, "2": {b, false}, "3": {a, true}} {
		if got, isCurrent, err := r.PartSession(number); err != nil || got != want.session || isCurrent != want.isCurrent {
			t.Errorf("%s: got %v, %v, %v", number, got, isCurrent, err)
		}
	}
}

func TestPartThatARunDoesNotHaveIsNotFound(t *testing.T) {
	many := runs.Run{ID: "ab12", Hops: []runs.Hop{{}}}
	for number, c := range map[string]struct {
		run  runs.Run
		says string
	}{
		"0": {many, "it has 2 parts"}, "3": {many, "it has 2 parts"}, "x": {many, "it has 2 parts"},
		"":  {many, "it has 2 parts"},
		"2": {runs.Run{ID: "cd34"}, "it has one part"},
	} {
		if _, _, err := c.run.PartSession(number); !errors.Is(err, adapter.ErrNotFound) ||
			!strings.HasSuffix(err.Error(), c.says) {
			t.Errorf("%q: %v", number, err)
		}
	}
	if named := (runs.Run{ID: "cd34"}).NamedParts(); named != nil {
		t.Errorf("a run that stayed in one session has the parts %v", named)
	}
}
