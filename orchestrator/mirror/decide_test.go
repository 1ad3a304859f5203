package mirror_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"stead/internal/testkit/sample"
	"stead/orchestrator/mirror"
	"stead/timeline"
)

// TestWhatGoesWhere holds every case that two sides can be in.
func TestWhatGoesWhere(t *testing.T) {
	const (
		nothing, wait, give, take, part = mirror.Nothing, mirror.Wait, mirror.Give, mirror.Take, mirror.Part
		f, y                            = false, true
	)
	type side = mirror.Side
	for _, c := range []struct {
		name        string
		run, mirror side
		goesOn, end mirror.Step // while the run goes on, and when it ends
	}{
		{"both rest", side{}, side{}, nothing, nothing},
		{"the run works on its first turn", side{0, y, f}, side{}, nothing, nothing},
		{"the run has a turn", side{2, f, f}, side{}, give, give},
		{"the run has a turn and works on the next", side{2, y, f}, side{}, give, give},
		{"the run has a turn, the mirror is open", side{2, f, f}, side{0, y, f}, wait, part},
		{"the mirror is open", side{}, side{0, y, f}, nothing, nothing},
		{"the mirror has a turn", side{}, side{2, f, f}, take, take},
		{"the mirror works", side{}, side{1, y, f}, wait, wait},
		{"the mirror has a turn, the run works", side{0, y, f}, side{2, f, f}, wait, take},
		{"both have a turn", side{2, f, f}, side{2, f, f}, part, part},
		{"both have a turn, the run works on", side{2, y, f}, side{2, f, f}, part, part},
		{"both have a turn, the mirror works on", side{2, f, f}, side{3, y, f}, wait, part},
		{"the mirror went back", side{}, side{2, f, y}, part, part},
		{"the mirror went back and works", side{}, side{1, y, y}, wait, part},
		{"the mirror went back and said nothing", side{}, side{0, f, y}, part, part},
		{"the mirror went back, the run works", side{0, y, f}, side{2, f, y}, part, part},
		{"the mirror went back, the run has a turn", side{2, f, f}, side{2, f, y}, part, part},
	} {
		if got := mirror.Decide(c.run, c.mirror, false); got != c.goesOn {
			t.Errorf("%s: while the run goes on: %v, want %v", c.name, got, c.goesOn)
		}
		if got := mirror.Decide(c.run, c.mirror, true); got != c.end {
			t.Errorf("%s: at its end: %v, want %v", c.name, got, c.end)
		}
	}
}

func of(kind timeline.EntryType, id string) *timeline.Entry {
	return &timeline.Entry{Type: kind, ID: id, CallID: id, Content: timeline.NewText(id)}
}

func TestSideIsBusyWhileSomethingIsOpen(t *testing.T) {
	hidden := of(timeline.User, "hidden")
	hidden.Hidden = true
	abandoned := of(timeline.ToolCall, "abandoned")
	abandoned.Branch = "1"
	for _, c := range []struct {
		name    string
		entries []*timeline.Entry
		want    mirror.Side
	}{
		{"nothing", nil, mirror.Side{}},
		{"what a CLI notes", []*timeline.Entry{hidden, abandoned}, mirror.Side{}},
		{"a prompt", []*timeline.Entry{of(timeline.User, "p")}, mirror.Side{Said: 1, Busy: true}},
		{"a turn", []*timeline.Entry{of(timeline.User, "p"), of(timeline.Assistant, "a")}, mirror.Side{Said: 2}},
		{"an open call", []*timeline.Entry{of(timeline.User, "p"), of(timeline.ToolCall, "c"), of(timeline.Assistant, "a")},
			mirror.Side{Said: 3, Busy: true}},
		{"one of two calls", []*timeline.Entry{of(timeline.ToolCall, "c"), of(timeline.ToolCall, "d"),
			of(timeline.ToolResult, "c")}, mirror.Side{Said: 3, Busy: true}},
		{"both calls", []*timeline.Entry{of(timeline.ToolCall, "c"), of(timeline.ToolCall, "d"),
			of(timeline.ToolResult, "d"), of(timeline.ToolResult, "c")}, mirror.Side{Said: 4}},
		{"a turn that was broken off, and another", []*timeline.Entry{of(timeline.ToolCall, "c"), of(timeline.User, "p"),
			of(timeline.Assistant, "a")}, mirror.Side{Said: 3}},
	} {
		if got, err := mirror.Measure(timeline.Of(c.entries...)); err != nil || got != c.want {
			t.Errorf("%s: %+v (%v), want %+v", c.name, got, err, c.want)
		}
	}
}

func TestEchoIsWhatSteadWrote(t *testing.T) {
	note := &timeline.Entry{Type: timeline.System, Hidden: true}
	call := func(id string) *timeline.Entry { return sample.Command(id) }
	user, says, result := sample.User, sample.Assistant, sample.Result
	sent := []*timeline.Entry{user("Go on."), says(" "), call("1"), result("1", "out"), says("Done."), note}
	for _, c := range []struct {
		name   string
		gained []*timeline.Entry
		want   int
	}{
		{"nothing", nil, 0},
		{"all of it, under the format's own ids", []*timeline.Entry{note, user("Go on."), call("x"), result("x", "out"),
			says("Done.")}, 5},
		{"and a turn of the user's", []*timeline.Entry{user("Go on."), call("x"), result("x", "out"), says("Done."),
			user("More."), says("More.")}, 4},
		{"the same prompt with another answer", []*timeline.Entry{user("Go on."), says("No.")}, 0},
		{"one byte differs", []*timeline.Entry{user("Go on."), call("x"), result("x", "out "), says("Done.")}, 0},
		{"another order", []*timeline.Entry{says("Done."), user("Go on."), call("x"), result("x", "out")}, 0},
	} {
		if got := mirror.Echo(c.gained, sent); got != c.want {
			t.Errorf("%s: %d entries are taken for stead's, want %d", c.name, got, c.want)
		}
	}
}

// world is a run and its mirrors as the steps change them: turns by number, in order.
type world struct {
	run, mirror, branches []int
	common                int // how many turns both hold
	parted                int
}

// step does what is decided, as the orchestrator does.
func (w *world) step(runWorks, mirrorWorks, last bool) mirror.Step {
	ours := mirror.Side{Said: len(w.run) - w.common, Busy: runWorks}
	theirs := mirror.Side{Said: len(w.mirror) - w.common, Busy: mirrorWorks}
	if mirrorWorks {
		theirs.Said++
	}
	step := mirror.Decide(ours, theirs, last)
	switch step {
	case mirror.Give:
		w.mirror = append(w.mirror, w.run[w.common:]...)
	case mirror.Take:
		w.run = append(w.run, w.mirror[w.common:]...)
	case mirror.Part:
		w.branches = append(w.branches, w.mirror[w.common:]...)
		w.mirror = append([]int{}, w.run...)
		w.parted++
	default:
		return step
	}
	w.common = len(w.run)
	return step
}

// TestNothingIsLostInAnyOrder has both sides go on in random orders, thousands of times: in the end each turn is in the
// run or in a branch, once, and a run and its mirror hold the same.
func TestNothingIsLostInAnyOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 20261122))
	for range 5000 {
		w, turns := &world{}, 0
		runWorks, mirrorWorks := false, false
		for range random.IntN(30) {
			switch random.IntN(5) {
			case 0:
				runWorks = true
			case 1:
				mirrorWorks = true
			case 2:
				if runWorks {
					turns++
					w.run, runWorks = append(w.run, turns), false
				}
			case 3:
				if mirrorWorks {
					turns++
					w.mirror, mirrorWorks = append(w.mirror, turns), false
				}
			default:
				before := fmt.Sprint(w)
				if s := w.step(runWorks, mirrorWorks, false); s == mirror.Take && runWorks {
					t.Fatal("a run at work is disturbed")
				} else if s == mirror.Wait && fmt.Sprint(w) != before {
					t.Fatal("waiting changes something")
				}
			}
		}
		w.step(false, false, true)
		if again := w.step(false, false, true); again != mirror.Nothing {
			t.Fatalf("what was brought over comes back: %v", again)
		}
		seen := map[int]int{}
		for _, turn := range append(append([]int{}, w.run...), w.branches...) {
			seen[turn]++
		}
		for turn := 1; turn <= turns; turn++ {
			if seen[turn] != 1 {
				t.Fatalf("turn %d is there %d times: %+v", turn, seen[turn], w)
			}
		}
		if fmt.Sprint(w.run) != fmt.Sprint(w.mirror) {
			t.Fatalf("the run and its mirror differ: %+v", w)
		}
	}
}
