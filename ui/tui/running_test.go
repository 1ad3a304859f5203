package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stead/catalog/listing"
	"stead/catalog/origin"
	"stead/inject/signals"
	emulator "stead/internal/term/screen"
	"stead/orchestrator/active"
)

// drawn is the picture of a terminal on which a program has written something.
func drawn(t *testing.T, output string) active.Picture {
	t.Helper()
	s := emulator.New(30, 130, nil)
	defer s.Close()
	_, _ = s.Write([]byte(output))
	rows := s.Spans()
	for len(rows) > 0 && len(rows[len(rows)-1]) == 0 {
		rows = rows[:len(rows)-1]
	}
	return rows
}

// dialog is what a CLI draws: a wide rule, colours, and at the bottom what it asks.
const dialog = "\x1b[38;5;208m● Working on it\x1b[0m \x1b[2m(esc to interrupt)\x1b[0m\r\n" +
	"  日本語 \x1b[32m+ added\x1b[0m \x1b[41m- gone\x1b[0m\r\n\r\n" +
	"────────────────────────────────────────────────────────────────────────────────────────────────────────────────" +
	"────────────────\r\n" +
	" \x1b[1mRun go test ./... ?\x1b[0m\r\n \x1b[7m❯ 1. Yes\x1b[0m\r\n   2. No"

// watched is a machine with a run that has a terminal.
func watched() *fake {
	m := some()
	m.pictures = make(chan active.Picture)
	return m
}

// draws gives the machine a picture.
func (m *fake) draws(t *testing.T, p active.Picture) {
	go func() {
		select {
		case m.pictures <- p:
		case <-t.Context().Done():
		}
	}()
}

// board is a screen that shows the picture of the chosen run.
func board(t *testing.T, m *fake, width, height int) *screen {
	t.Helper()
	m.draws(t, drawn(t, dialog))
	s := newScreen(t, m, width, height)
	s.until("the sessions are listed", func() bool { return s.isListed() })
	if !s.isWide() {
		s.keys("w")
	}
	s.sees("❯ 1. Yes", "codex asks: exec_command")
	s.until("it is read", s.isRead)
	return s
}

// isPending reports whether neither a picture has come nor the reason why there is none.
func (r *running) isPending() bool { return r.run != "" && !r.hasPicture && !r.isOver && r.err == nil }

func TestPictureStandsBesideTheList(t *testing.T) {
	for _, size := range sizes {
		t.Run(fmt.Sprintf("%dx%d", size.width, size.height), func(t *testing.T) {
			s := board(t, watched(), size.width, size.height)
			s.isHarmless("picture")
			s.isGolden("picture")
		})
	}
}

func TestPictureChangesWithTheTerminal(t *testing.T) {
	m := watched()
	s := board(t, m, 120, 36)
	if frame := s.frame(); !strings.Contains(frame, "38;5;208") || !strings.Contains(frame, "\x1b[7m❯ 1. Yes") {
		t.Errorf("the colours are gone: %q", frame)
	}
	m.draws(t, drawn(t, "it goes on"))
	s.sees("it goes on")
	if s.lineOf("❯ 1. Yes") >= 0 {
		t.Error("the earlier picture stays")
	}
	close(m.pictures)
	s.sees("its terminal is closed", "A red pixel.")
}

// TestOnlyTheVisiblePictureIsWatched goes away from a run in each way, and comes back.
func TestOnlyTheVisiblePictureIsWatched(t *testing.T) {
	m := watched()
	s := board(t, m, 120, 36)
	for _, c := range []struct{ away, back string }{{"j", "k"}, {"w", "w"}, {"enter", "esc"}, {"3", "1"}} {
		s.keys(c.away)
		s.until("nothing is watched after "+c.away, func() bool { return m.watches.Load() == 0 })
		m.draws(t, drawn(t, "again after "+c.back))
		s.keys(c.back)
		s.sees("again after " + c.back)
		if n := m.watches.Load(); n != 1 {
			t.Errorf("%d watch after %s", n, c.back)
		}
	}
}

func TestPictureScrollsWithTheKeysInside(t *testing.T) {
	m := watched()
	s := board(t, m, 80, 24)
	var long strings.Builder
	for n := range 30 {
		fmt.Fprintf(&long, "row %d.\r\n", n+1)
	}
	m.draws(t, drawn(t, long.String()))
	s.sees("row 30.")
	if s.lineOf("row 2.") >= 0 {
		t.Error("the top rows are visible, and there is no room for them")
	}
	s.keys("g")
	if s.lineOf("row 2.") < 0 || s.lineOf("row 30.") >= 0 {
		t.Errorf("g does not show the top:\n%s", s.text())
	}
	s.keys("G")
	if s.lineOf("row 30.") < 0 {
		t.Error("G does not show the end")
	}
	s.keys("w")
	s.sees("A red pixel.")
	s.keys("w")
	m.draws(t, drawn(t, "back"))
	s.sees("back")
	s.keys("esc")
	s.sees("NEEDS YOU")
}

// TestPictureOfAStrangerIsHarmless shows spans that no emulator of stead makes.
func TestPictureOfAStrangerIsHarmless(t *testing.T) {
	for _, size := range sizes {
		m := stranger{watched()}
		m.draws(t, active.Picture{
			{{Column: 0, Width: 20, Text: bad}, {Column: 10, Width: 300, Text: bad}, {Column: 500, Width: 3, Text: "x"}},
			{{Column: 3, Width: 2, Text: "\x1b[2J\n\n"}},
		})
		s := newScreen(t, m, size.width, size.height)
		s.until("the sessions are listed", s.isListed)
		s.until("there are lines", func() bool { return len(s.items()) > 0 })
		if !s.isWide() {
			s.keys("w")
		}
		s.until("the picture is there", func() bool { return s.running.hasPicture })
		s.rests("picture")
		s.until("it is asked", func() bool { return s.running.asks.known })
		s.rests("picture with the question")
	}
}

func TestNextThatWaitsIsChosen(t *testing.T) {
	m := some()
	other := session("claude", "ffffffff", "Another one", time.Minute)
	other.State, other.Origin = listing.Waiting, origin.Origin{Run: "f00d", State: signals.Input}
	m.rows = append(m.rows, other)
	s := home(t, m, 120, 36)
	s.keys("G")
	for _, want := range []string{"codex:bbbb", "claude:ffff", "codex:bbbb"} {
		s.keys("!")
		if got := s.row().Reference; got != want {
			t.Errorf("! chooses %s, want %s", got, want)
		}
	}
}

func TestKeysSayWhyTheyDoNothing(t *testing.T) {
	for _, c := range []struct {
		keys []string
		want string
	}{
		{[]string{"j", "a"}, "this session has no run: c continues it in a CLI"},
		{[]string{"j", "S"}, "this session has no run: c continues it in a CLI"},
		{[]string{"j", "p"}, "this session has no run: c continues it in a CLI"},
		{[]string{"j", "w"}, "this session has no run: c continues it in a CLI"},
		{[]string{"="}, "m marks a session first, = then compares another one with it"},
		{[]string{"m", "="}, "this is the marked session: = compares another one with it"},
		{[]string{"space"}, "this works in a timeline: enter opens it"},
		{[]string{"!"}, "nothing else here needs you"},
		{[]string{"enter", "n"}, "/ finds a text, n then goes to the next hit; in the list n begins a session"},
		{[]string{"5", "o"}, "there is no session here: 1 lists the sessions, 2 the runs"},
		{[]string{"w"}, "run e8cf is headless: it has no terminal"},
	} {
		m := some()
		s := home(t, m, 120, 36)
		s.keys(c.keys...)
		if s.note != c.want {
			t.Errorf("after %q it says %q, want %q", c.keys, s.note, c.want)
		}
		if did := m.did(); len(did) > 0 {
			t.Errorf("after %q it did %q", c.keys, did)
		}
	}
}

// TestEachConditionHasAReasonInEachState asks the reason of each key that does not work, on each kind of line.
func TestEachConditionHasAReasonInEachState(t *testing.T) {
	m := some()
	m.rows[2].Machine, m.rows[2].Reference = "desk", "desk/gemini:cccc"
	s := home(t, m, 120, 36)
	for _, view := range []string{"1", "2", "3", "4", "5", "6"} {
		s.keys(view)
		s.until("it is listed", func() bool { return len(s.items()) > 0 })
		for range s.items() {
			for _, b := range bindings() {
				if b.when != nil && b.when.why != nil && !b.worksIn(s.Model) && b.when.reason(s.Model) == "" {
					t.Errorf("%s says nothing in view %s", b.keys[0], view)
				}
			}
			s.lists.shown().list.move(1)
		}
	}
}

func TestSessionBegins(t *testing.T) {
	m := some()
	var s *screen
	for _, size := range sizes {
		m = some()
		s = home(t, m, size.width, size.height)
		s.keys("n")
		s.sees("Begin a session in", "• codex")
		s.asks(m, "say run --to codex --dry-run")
		s.until("the report is there", func() bool { return !s.dialog.report.isBusy })
		s.isGolden("new")
	}
	s.keys("right", "down", "right", "down", "right", "down", "down", "down", "G", "o")
	s.asks(m, "say run --to pi --allow edits --worktree --prompt Go --dry-run")
	s.keys("up", "up", "up", "d")
	s.asks(m, "say run --to pi --allow edits --worktree --prompt Go --interactive --detach")
}

func TestTerminalOfAnotherMachineIsSaidToBeThere(t *testing.T) {
	m := watched()
	m.rows[1].Machine, m.rows[1].Reference, m.rows[1].Origin.Run = "desk", "desk/codex:bbbb", "desk/e8cf"
	s := newScreen(t, m, 120, 36)
	s.until("the sessions are listed", func() bool { return s.isListed() })
	s.sees("Its terminal is not shown here: a attaches to it on desk.")
	s.keys("w")
	s.sees("its terminal is on desk: a attaches to it")
	if n := m.watches.Load(); n != 0 {
		t.Errorf("it is watched %d times", n)
	}
}
