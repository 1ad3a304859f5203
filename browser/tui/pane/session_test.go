package tui

import (
	"fmt"
	"slices"
	"testing"

	"stead/internal/transcript/terminal"
)

// blocks are so many steps of so many lines, two in a turn.
func blocks(n, lines int) []terminal.Block {
	var all []terminal.Block
	for i := range n {
		all = append(all, terminal.Block{Entry: fmt.Sprint(i), Turn: i/2 + 1, Lines: slices.Repeat([]string{fmt.Sprint(i)}, lines)})
	}
	return all
}

func TestTimelineFollowsItsEndOnlyFromThere(t *testing.T) {
	s := steps{follows: true}
	s.resize(10)
	s.add(blocks(10, 3))
	if s.at != 9 || s.top != 20 {
		t.Fatalf("step %d, line %d", s.at, s.top)
	}
	s.scroll(-5)
	at, top := s.at, s.top
	s.add(blocks(5, 3))
	if s.at != at || s.top != top {
		t.Errorf("what comes moves it to step %d, line %d", s.at, s.top)
	}
	s.end()
	s.add(blocks(1, 3))
	if s.at != 15 || s.top != s.lastTop() {
		t.Errorf("it does not follow: step %d, line %d", s.at, s.top)
	}
}

func TestTimelineMovesByStepsAndTurns(t *testing.T) {
	s := steps{follows: true}
	s.resize(10)
	s.add(blocks(10, 3))
	s.move(-1)
	if entry, turn := s.entry(); entry != "8" || turn != 5 || s.follows {
		t.Errorf("entry %s in turn %d", entry, turn)
	}
	s.turn(-1)
	if entry, _ := s.entry(); entry != "6" {
		t.Errorf("the turn before begins at %s", entry)
	}
	s.turn(1)
	if entry, _ := s.entry(); entry != "8" {
		t.Errorf("the next turn begins at %s", entry)
	}
	s.move(-end)
	if entry, _ := s.entry(); entry != "0" || s.top != 0 {
		t.Errorf("the first is %s at line %d", entry, s.top)
	}
}

func TestLongTimelineKeepsItsEnd(t *testing.T) {
	s := steps{follows: true}
	s.resize(10)
	s.add(blocks(6000, 100))
	if s.all() > mostLines+mostLines/4 || s.dropped == 0 || s.all()+s.dropped != 600_000 {
		t.Errorf("%d lines are kept, %d were dropped", s.all(), s.dropped)
	}
	if entry, _ := s.entry(); entry != "5999" {
		t.Errorf("the last is %s", entry)
	}
	if got := s.view(20, false); len(got) != 10 || got[9][:6] != "  5999" {
		t.Errorf("it shows %q", got)
	}
}
