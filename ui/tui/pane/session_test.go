package pane

import (
	"fmt"
	"slices"
	"testing"

	"stead/internal/render/transcript/terminal"
)

// blocks are so many steps of so many lines, two in a turn.
func blocks(n, lines int) []terminal.Block {
	var all []terminal.Block
	for i := range n {
		all = append(all, terminal.Block{Entry: fmt.Sprint(i), Turn: i/2 + 1, IsChange: i%4 == 1,
			Lines: slices.Repeat([]string{fmt.Sprint(i)}, lines)})
	}
	return all
}

// shown is a pane of ten lines with so many steps of so many lines.
func shown(t *testing.T, n, lines int) (*Session, *Steps) {
	s := NewSession(t.Context(), nil)
	s.Steps.Window.Resize(10)
	s.Steps.add(blocks(n, lines))
	return &s, &s.Steps
}

func TestTimelineFollowsItsEndOnlyFromThere(t *testing.T) {
	_, s := shown(t, 10, 3)
	w := &s.Window
	if w.at != 9 || w.top != 20 {
		t.Fatalf("step %d, line %d", w.at, w.top)
	}
	w.Scroll(-5)
	at, top := w.at, w.top
	s.add(blocks(5, 3))
	if w.at != at || w.top != top || w.fresh() != 5 {
		t.Errorf("what comes moves it to step %d, line %d; %d are new", w.at, w.top, w.fresh())
	}
	w.End()
	s.add(blocks(1, 3))
	if w.at != 15 || w.top != w.lastTop() || w.fresh() != 0 {
		t.Errorf("it does not follow: step %d, line %d; %d are new", w.at, w.top, w.fresh())
	}
}

func TestTimelineMovesByStepsTurnsAndChanges(t *testing.T) {
	_, s := shown(t, 10, 3)
	s.Window.Move(-1)
	if entry, turn := s.Entry(); entry != "8" || turn != 5 || s.Window.follows {
		t.Errorf("entry %s in turn %d", entry, turn)
	}
	for _, c := range []struct {
		move func()
		want string
	}{
		{func() { s.Turn(-1) }, "6"},
		{func() { s.Turn(1) }, "8"},
		{func() { s.Change(-1) }, "5"},
		{func() { s.Change(-1) }, "1"},
		{func() { s.Change(-1) }, "1"},
		{func() { s.Change(1) }, "5"},
		{func() { s.Window.Move(-End) }, "0"},
	} {
		c.move()
		if entry, _ := s.Entry(); entry != c.want {
			t.Errorf("it stands at %s, not at %s", entry, c.want)
		}
	}
	if s.Window.top != 0 {
		t.Errorf("the first step is at line %d", s.Window.top)
	}
}

func TestLongTimelineKeepsItsEnd(t *testing.T) {
	pane, s := shown(t, 6000, 100)
	if all := s.Window.all(); all > mostLines+mostLines/4 || s.dropped == 0 || all+s.dropped != 600_000 {
		t.Errorf("%d lines are kept, %d were dropped", all, s.dropped)
	}
	if entry, _ := s.Entry(); entry != "5999" {
		t.Errorf("the last is %s", entry)
	}
	if got := pane.View(20, false); len(got) != 10 || got[9][:6] != "  5999" {
		t.Errorf("it shows %q", got)
	}
}

// TestOpenedStepKeepsItsPlace opens a step above the chosen one, and folds it again.
func TestOpenedStepKeepsItsPlace(t *testing.T) {
	pane, s := shown(t, 20, 2)
	s.Window.Move(-5)
	at, first := s.Window.at, s.Window.first(s.Window.at)-s.Window.top
	pane.takeOpened(openedStep{entry: "3", lines: slices.Repeat([]string{"x"}, 50)})
	if s.Window.all() != 88 || s.Window.at != at || s.Window.first(at)-s.Window.top != first {
		t.Errorf("%d lines, step %d in line %d of the pane, not %d in %d", s.Window.all(), s.Window.at,
			s.Window.first(at)-s.Window.top, at, first)
	}
	s.Window.Move(3 - s.Window.at)
	s.opened["3"] = openedStep{how: Whole}
	pane.Open(Whole)
	if s.Window.all() != 40 || s.Window.at != 3 {
		t.Errorf("%d lines when it is folded, step %d", s.Window.all(), s.Window.at)
	}
}
