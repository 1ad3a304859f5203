package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/catalog/listing"
	"stead/internal/sample"
)

// home is a screen on which the sessions are listed and the chosen one is read.
func home(t *testing.T, m *fake, width, height int) *screen {
	t.Helper()
	s := newScreen(t, m, width, height)
	s.until("the sessions are listed", func() bool { return s.board != nil })
	if s.isWide() {
		s.until("it is read", s.isRead)
	}
	return s
}

// asks waits until the machine was asked for something.
func (s *screen) asks(m *fake, want string) {
	s.t.Helper()
	s.until("it asks for "+want, func() bool {
		did := m.did()
		return len(did) > 0 && did[len(did)-1] == want
	})
}

func TestKeysCarryOutVerbs(t *testing.T) {
	for _, c := range []struct {
		keys []string
		want string
	}{
		{[]string{"o"}, "resume codex:bbbb"},
		{[]string{"v"}, "verb show codex:bbbb --full"},
		{[]string{"r"}, "verb replay codex:bbbb"},
		{[]string{"a"}, "verb attach e8cf"},
		{[]string{"s", "g", "o", "enter"}, "say send e8cf -- go"},
		{[]string{"S", "y"}, "say stop e8cf"},
		{[]string{"j", "o"}, "resume claude:aaaa"},
	} {
		m := some()
		s := home(t, m, 120, 36)
		s.keys(c.keys...)
		s.asks(m, c.want)
	}
}

func TestNothingIsDoneToARunThatIsNotThere(t *testing.T) {
	m := some()
	s := home(t, m, 120, 36)
	s.keys("j", "a", "s", "x", "S", "y", "S")
	if did := m.did(); len(did) != 0 {
		t.Errorf("it did %q", did)
	}
}

func TestRunIsEndedOnlyByYes(t *testing.T) {
	m := some()
	s := home(t, m, 80, 24)
	s.keys("S")
	s.sees("end the run of codex:bbbb?")
	s.keys("n")
	if did := m.did(); len(did) != 0 || s.mode != looking {
		t.Errorf("it did %q", did)
	}
}

func TestDialogStartsWhatItHasShown(t *testing.T) {
	m := some()
	s := home(t, m, 120, 36)
	s.keys("c")
	s.sees("delivered  14 entries")
	s.keys("right", "left", "left") // codex is the session's own: another one is proposed
	s.keys("down", "right", "down", "down", "right", "down", "G", "o", "space")
	s.keys("o", "n")
	s.asks(m, "say run --from codex:bbbb --to pi --history full --allow edits --prompt Go on --dry-run")
	s.keys("enter")
	s.asks(m, "verb run --from codex:bbbb --to pi --history full --allow edits --prompt Go on --interactive")
	if s.mode != looking {
		t.Error("the dialog stays open")
	}
}

func TestForkIsMadeAtTheChosenStep(t *testing.T) {
	m := some()
	s := home(t, m, 120, 36)
	s.keys("enter", "k", "f")
	s.until("the report is made", func() bool { return len(m.did()) > 0 })
	var entries []string
	for e, err := range sample.Session().Entries {
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, e.ID)
	}
	last := entries[len(entries)-2]
	s.asks(m, "say fork codex:bbbb --at "+last+" --to codex --dry-run")
	s.keys("d")
	s.asks(m, "say fork codex:bbbb --at "+last+" --to codex --detach")
}

func TestReferenceIsCopied(t *testing.T) {
	s := home(t, some(), 80, 24)
	cmd := s.key(press("y"))
	if got := fmt.Sprint(cmd()); got != "codex:bbbb" {
		t.Errorf("copied is %q", got)
	}
	s.sees("copied: codex:bbbb")
}

func TestNewListDoesNotMoveTheChosenSession(t *testing.T) {
	m := some()
	s := home(t, m, 80, 24)
	s.keys("j", "j")
	s.touched = time.Time{}
	before := s.list.items[s.list.at].key()
	line := s.list.at - s.list.top
	m.rows = append([]listing.Row{session("pi", "ffffffff", "Brand new", 0)}, m.rows...)
	s.tells(due{})
	s.sees("Brand new")
	if after := s.list.items[s.list.at].key(); after != before {
		t.Errorf("%s is chosen, %s was", after, before)
	}
	if moved := s.list.at - s.list.top - line; moved != 1 { // the screen has room for all: nothing can scroll
		t.Errorf("it moved by %d lines", moved)
	}
}

func TestListWaitsForTheHands(t *testing.T) {
	m := some()
	s := home(t, m, 80, 24)
	s.keys("j")
	m.rows = m.rows[:3]
	s.tells(due{})
	s.until("the list is there", func() bool { return !s.isListing })
	if s.board.Len() != 5 {
		t.Error("rows move while somebody types")
	}
}

func TestMouseChoosesOpensAndScrolls(t *testing.T) {
	s := home(t, some(), 120, 20)
	s.tells(tea.MouseClickMsg{X: 5, Y: 6, Button: tea.MouseLeft})
	if got := s.list.items[s.list.at].row.Reference; got != "gemini:cccc" || s.isInside {
		t.Fatalf("a click chooses %s", got)
	}
	s.tells(tea.MouseClickMsg{X: 5, Y: 6, Button: tea.MouseLeft})
	if !s.isInside {
		t.Error("a click on the chosen session does not open it")
	}
	s.until("it is read", s.isRead)
	top := s.timeline.top
	s.tells(tea.MouseWheelMsg{X: 90, Y: 6, Button: tea.MouseWheelUp})
	if s.timeline.top != top-wheel || s.timeline.follows {
		t.Errorf("the wheel scrolls from %d to %d", top, s.timeline.top)
	}
	at := s.list.at
	s.tells(tea.MouseWheelMsg{X: 5, Y: 6, Button: tea.MouseWheelUp})
	if s.list.at >= at {
		t.Error("the wheel does not move in the list")
	}
}

func TestResizeBreaksLinesAnew(t *testing.T) {
	m := some()
	s := home(t, m, 120, 36)
	for _, size := range []tea.WindowSizeMsg{{Width: 101, Height: 30}, {Width: 40, Height: 5}, {Width: 1, Height: 1}, {Width: 200, Height: 60}} {
		s.tells(size)
		if lines := strings.Count(s.frame(), "\n") + 1; lines > max(size.Height, around+1) {
			t.Errorf("%d lines at %dx%d", lines, size.Width, size.Height)
		}
	}
	s.until("it is read again", s.isRead)
}

func TestErrorOfTheListIsSaidAndTheListStays(t *testing.T) {
	m := some()
	s := home(t, m, 80, 24)
	m.fails = fmt.Errorf("the disk is gone")
	s.tells(due{})
	s.sees("the sessions cannot be listed: the disk is gone", "Fix the flaky test")
}

func TestStrangersTextIsNotObeyed(t *testing.T) {
	m := some()
	bad := "\x1b]0;renamed\x07\x1b[2J\u202eback\x9b31m\r\nx" + strings.Repeat("word ", 20_000)
	for i := range m.rows {
		m.rows[i].Title, m.rows[i].Project, m.rows[i].Branch, m.rows[i].CLI = bad, "/home/user/"+bad, bad, "a"+bad
	}
	m.session = sample.Conversation(sample.User(bad), sample.Assistant(bad), sample.Call("c", "bash", "Bash", `{"command":"\u001b[2J\u202e"}`), sample.Result("c", bad))
	for _, size := range sizes {
		s := home(t, m, size.width, size.height)
		s.keys("enter")
		s.until("it is read", s.isRead)
		for _, text := range []string{s.frame(), s.View().WindowTitle} {
			for _, obeyed := range []string{"\x1b]", "\x1b[2J", "\u202e", "\x9b", "\x07", "\r"} {
				if strings.Contains(text, obeyed) {
					t.Errorf("the frame holds %q", obeyed)
				}
			}
		}
	}
}

func TestFieldTakesOneHarmlessLine(t *testing.T) {
	var f field
	f.add("a\x1b[31m b\nc\u202ed\te")
	if got := f.value(); got != "a[31m b cd e" {
		t.Errorf("the field has %q", got)
	}
	for _, k := range []string{"backspace", "ctrl+w"} {
		f.take(press(k))
	}
	if got := f.value(); got != "a[31m b " {
		t.Errorf("the field has %q", got)
	}
	if f.take(press("ctrl+u")); f.value() != "" {
		t.Errorf("the field has %q", f.value())
	}
}

// many is a machine with 2,000 sessions, the chosen one of 75,000 entries.
func many() *fake {
	m := &fake{}
	for i := range 2000 {
		m.rows = append(m.rows, session("claude", fmt.Sprintf("%08d", i), fmt.Sprintf("Session %d about the parser and its tests", i), time.Duration(i)*time.Hour))
	}
	m.session = sample.Long(12_500)
	return m
}

// BenchmarkFirstFrame is from the list as the stores give it to the frame that shows it.
func BenchmarkFirstFrame(b *testing.B) {
	m := many()
	for b.Loop() {
		s := New(b.Context(), Options{Machine: m, Now: func() time.Time { return noon }})
		s.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
		s.Update(s.look()())
		s.View()
	}
}

// BenchmarkKey is from a key to the frame that shows what it did: in the list, in a timeline of 75,000 entries, and in the filter.
func BenchmarkKey(b *testing.B) {
	m := many()
	s := New(b.Context(), Options{Machine: m, Now: func() time.Time { return noon }})
	s.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
	s.Update(s.look()())
	s.wanted++
	for cmd := s.read(settled{s.wanted}); cmd != nil; {
		_, cmd = s.Update(cmd())
	}
	for name, keys := range map[string][]string{"list": {"j", "k"}, "timeline": {"k", "j", "g", "G"}, "filter": {"p", "backspace"}} {
		b.Run(name, func(b *testing.B) {
			s.isInside, s.mode = name == "timeline", looking
			if name == "filter" {
				s.mode = filtering
			}
			for n := 0; b.Loop(); n++ {
				s.Update(press(keys[n%len(keys)]))
				s.View()
			}
		})
	}
}
