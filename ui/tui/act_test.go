package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/catalog/listing"
	"stead/internal/testkit/sample"
	"stead/ui/tui/pane"
)

// home is a screen on which the sessions are listed and the chosen one is read.
func home(t *testing.T, m *fake, width, height int) *screen {
	t.Helper()
	s := newScreen(t, m, width, height)
	s.until("the sessions are listed", func() bool { return s.isListed() })
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
		{[]string{"V"}, "verb show codex:bbbb --full"},
		{[]string{"r"}, "verb replay codex:bbbb"},
		{[]string{"a"}, "verb attach e8cf"},
		{[]string{"s", "g", "o", "enter"}, "say send e8cf -- go"},
		{[]string{"S", "y"}, "say stop e8cf"},
		{[]string{"j", "o"}, "resume claude:aaaa"},
		{[]string{"e"}, "edit codex:bbbb"},
		{[]string{"E"}, "say session export codex:bbbb --format html"},
		{[]string{"m", "j", "="}, "verb session compare codex:bbbb claude:aaaa"},
		{[]string{"?", "r", "e", "p", "l", "a", "y", "enter"}, "verb replay codex:bbbb"},
		{[]string{"?", "(", "a", "s", "enter", "y"}, "say stop e8cf"},
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
	s.sees("arrives    14 entries")
	s.keys("right", "left", "left") // codex is the session's own: another one is proposed
	s.keys("down", "right", "down", "down", "right", "down", "right", "down", "down", "m", "1", "down", "down", "G", "o", "space")
	s.keys("o", "n")
	const chosen = "run --from codex:bbbb --to pi --history full --redact=mask --allow edits --model m1 --prompt Go on"
	s.asks(m, "say "+chosen+" --dry-run")
	s.keys("enter")
	s.asks(m, "verb "+chosen+" --interactive")
	if s.mode != looking {
		t.Error("the dialog stays open")
	}
}

// TestMissingCLIIsShownAndNeverChosen goes through all CLIs of the dialog: it names the one that is not installed, but
// does not offer it.
func TestRunIsSwitchedToAnotherCLI(t *testing.T) {
	m := some()
	s := home(t, m, 80, 24)
	s.keys("x")
	s.sees("• claude") // codex is the run's own: another one is proposed
	s.sees("in the same terminal")
	s.keys("down", "-", "g", "o", "enter")
	s.asks(m, "say switch e8cf claude -- -go")
}

func TestMissingCLIIsShownAndNeverChosen(t *testing.T) {
	m := some()
	s := home(t, m, 80, 24)
	s.keys("c")
	s.sees("not installed: gemini", "• claude")
	for range 5 {
		s.keys("right")
		if line := strings.Join(s.dialog.line(), " "); strings.Contains(line, "gemini") {
			t.Errorf("it would start %s", line)
		}
	}
}

func TestChainTakesStepsOneByOne(t *testing.T) {
	m := some()
	s := home(t, m, 80, 24)
	s.keys("h")
	s.sees("• claude")
	s.keys("A", "enter", "right", "B", "enter")
	s.sees("Step 1    claude  A", "Step 2    codex  B")
	s.keys("backspace", "C")
	s.asks(m, "say chain --from codex:bbbb --step claude:A --step codex:BC --dry-run")
	s.keys("enter")
	s.asks(m, "say chain --from codex:bbbb --step claude:A --step codex:BC --dry-run")
	s.keys("enter")
	s.asks(m, "verb chain --from codex:bbbb --step claude:A --step codex:BC")
}

// TestContestBeginsAtTheChosenStep gives the prompt from a step on, as a fork would.
func TestContestBeginsAtTheChosenStep(t *testing.T) {
	m := some()
	s := home(t, m, 120, 36)
	s.keys("enter", "k", "b")
	s.sees("✓ claude ✓ codex   pi")
	s.keys("space", "down", "down", "down", "down", "down", "G", "enter") // one CLI is no contest
	if s.mode != choosing {
		t.Fatal("it begins with one CLI")
	}
	s.keys("up", "up", "up", "up", "up", "right", "right", "space", "left", "down", "down", "down", "down", "down",
		"enter")
	did := m.did()
	if last := did[len(did)-1]; !strings.HasPrefix(last, "verb ab --from codex:bbbb --at ") ||
		!strings.HasSuffix(last, " --with codex,pi --prompt G") {
		t.Errorf("it did %q", last)
	}
}

func TestPickedSessionIsContinuedAndTheScreenEnds(t *testing.T) {
	m := some()
	s := home(t, m, 80, 24)
	s.picks = true
	s.sees("enter continues it in another CLI")
	s.keys("enter")
	s.sees("Continue codex:bbbb in", "arrives")
	for _, err := range []error{ErrFailed, fmt.Errorf("not configured")} {
		if cmd := s.did(done{err: err, isStart: true}); cmd != nil && fmt.Sprintf("%T", answerOf(cmd)) == "tea.QuitMsg" {
			t.Errorf("it ends though nothing was started: %v", err)
		}
	}
	if cmd := s.did(done{isStart: true}); cmd == nil || fmt.Sprintf("%T", cmd()) != "tea.QuitMsg" {
		t.Error("it goes on behind the CLI")
	}
}

func TestEditedCopyIsStarted(t *testing.T) {
	m := some()
	s := home(t, m, 120, 36)
	s.tells(edited{reference: "draft:9c1e"})
	s.sees("Continue draft:9c1e in", "arrives    14 entries")
	s.keys("enter")
	s.asks(m, "verb run --from draft:9c1e --to claude --interactive")
	s.tells(edited{})
	s.sees("nothing was edited")
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
	s.asks(m, "say fork codex:bbbb --at "+last+" --to codex --interactive --detach")
}

func TestReferenceIsCopied(t *testing.T) {
	s := home(t, some(), 80, 24)
	cmd := press(s.Model, pressed("y"))
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
	before := s.items()[s.lists.shown().list.at].key()
	line := s.lists.shown().list.at - s.lists.shown().list.top
	m.rows = append([]listing.Row{session("pi", "ffffffff", "Brand new", 0)}, m.rows...)
	s.tells(due{})
	s.sees("Brand new")
	if after := s.items()[s.lists.shown().list.at].key(); after != before {
		t.Errorf("%s is chosen, %s was", after, before)
	}
	// the screen has room for all: nothing can scroll
	if moved := s.lists.shown().list.at - s.lists.shown().list.top - line; moved != 1 {
		t.Errorf("it moved by %d lines", moved)
	}
}

func TestListWaitsForTheHands(t *testing.T) {
	m := some()
	s := home(t, m, 80, 24)
	s.keys("j")
	m.rows = m.rows[:3]
	s.tells(due{})
	s.until("the list is there", func() bool { return !s.lists.isBusy })
	if s.lists.shown().board.Len() != 5 {
		t.Error("rows move while somebody types")
	}
}

func TestMouseChoosesOpensAndScrolls(t *testing.T) {
	s := home(t, some(), 120, 20)
	s.tells(tea.MouseClickMsg{X: 5, Y: 6, Button: tea.MouseLeft})
	if got := s.items()[s.lists.shown().list.at].row.Reference; got != "gemini:cccc" || s.isInside {
		t.Fatalf("a click chooses %s", got)
	}
	s.tells(tea.MouseClickMsg{X: 5, Y: 6, Button: tea.MouseLeft})
	if !s.isInside {
		t.Error("a click on the chosen session does not open it")
	}
	s.until("it is read", s.isRead)
	before := s.lineOf("mcp__tracker")
	s.tells(tea.MouseWheelMsg{X: 90, Y: 6, Button: tea.MouseWheelUp})
	if after := s.lineOf("mcp__tracker"); before < 0 || after != before+wheel {
		t.Errorf("the wheel scrolls from line %d to %d", before, after)
	}
	at := s.lists.shown().list.at
	s.tells(tea.MouseWheelMsg{X: 5, Y: 6, Button: tea.MouseWheelUp})
	if s.lists.shown().list.at >= at {
		t.Error("the wheel does not move in the list")
	}
}

func TestResizeBreaksLinesAnew(t *testing.T) {
	m := some()
	s := home(t, m, 120, 36)
	for _, size := range []tea.WindowSizeMsg{{Width: 101, Height: 30}, {Width: 40, Height: 5}, {Width: 1, Height: 1},
		{Width: 200, Height: 60}} {
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

func TestFieldTakesOneHarmlessLine(t *testing.T) {
	var f pane.Field
	f.Add("a\x1b[31m b\nc\u202ed\te")
	if got := f.Value(); got != "a[31m b cd e" {
		t.Errorf("the field has %q", got)
	}
	for _, k := range []string{"backspace", "ctrl+w"} {
		f.Take(pressed(k))
	}
	if got := f.Value(); got != "a[31m b " {
		t.Errorf("the field has %q", got)
	}
	if f.Take(pressed("ctrl+u")); f.Value() != "" {
		t.Errorf("the field has %q", f.Value())
	}
}

func TestRunIsAnsweredOnlyOnceItsRequestWasSeen(t *testing.T) {
	m := some()
	at := noon
	s := home(t, m, 120, 36)
	s.now = func() time.Time { return at }
	s.keys("p", "y") // before it is drawn, a key is for something else
	s.sees("Yes, proceed")
	s.keys("y", "a")
	at = at.Add(beforeKeys)
	s.keys("a") // nobody offers that
	if did := m.did(); len(did) > 0 {
		t.Fatalf("it did %q", did)
	}
	s.keys("d")
	s.asks(m, "say answer e8cf deny --question q1")
	s.keys("p")
	s.sees("Yes, proceed")
	s.keys("esc", "y")
	if s.mode != looking {
		t.Error("the box stays")
	}
}

// A CLI reports its question before it has drawn the answers: the open box then gets them later.
func TestAnswersAreThereOnceTheyAreDrawn(t *testing.T) {
	m := some()
	m.undrawn = 2
	at := noon
	s := home(t, m, 80, 24)
	s.now = func() time.Time { return at }
	s.keys("p")
	s.sees("only be answered in its own terminal", "Yes, proceed")
	s.keys("y") // they have only just come
	s.sees("press the key again")
	at = at.Add(beforeKeys)
	if did := m.did(); len(did) > 0 {
		t.Fatalf("it did %q", did)
	}
	s.keys("y")
	s.asks(m, "say answer e8cf allow --question q1")
}

func TestEntriesHaveTheirOwnKeys(t *testing.T) {
	for _, c := range []struct {
		keys []string
		want string
	}{
		{[]string{"3", "j", "P", "y"}, "say ab pick ab12 1"},
		{[]string{"4", "A", "y"}, "verb chain resume cd34 --approve"},
	} {
		m := some()
		s := home(t, m, 80, 24)
		s.keys(c.keys[0])
		s.until("it is listed", func() bool { return len(s.items()) > 0 })
		s.keys(c.keys[1:]...)
		s.asks(m, c.want)
	}
	m := some()
	s := home(t, m, 80, 24)
	s.keys("3")
	s.until("it is listed", func() bool { return len(s.items()) > 0 })
	s.keys("j", "P", "n", "j", "P", "y", "o", "f", "s", "c")
	if did := m.did(); len(did) > 0 {
		t.Errorf("it did %q", did)
	}
}

func TestRunsAreAttachedToAndContinued(t *testing.T) {
	m := some()
	s := home(t, m, 120, 36)
	s.keys("2")
	s.sees("run:e8cf")
	s.keys("a")
	s.asks(m, "verb attach e8cf")
	s.keys("r")
	s.asks(m, "verb replay run:e8cf")
}

func TestEachViewRemembersItsLineAndItsFilter(t *testing.T) {
	s := home(t, some(), 120, 36)
	s.keys("j", "j")
	before, _ := s.lists.chosen()
	s.keys("3")
	s.until("it is listed", func() bool { return len(s.items()) > 0 })
	s.keys("/", "c", "o", "d", "e", "x", "enter")
	if got := s.text(); strings.Contains(got, "✓ check") || !strings.Contains(got, "codex  working") {
		t.Errorf("filtered it is\n%s", got)
	}
	s.keys("1")
	if i, _ := s.lists.chosen(); i.key() != before.key() || s.lists.shown().filter.Value() != "" {
		t.Errorf("back at the sessions %s is chosen, the filter is %q", i.key(), s.lists.shown().filter.Value())
	}
	s.keys("3")
	if s.lists.shown().filter.Value() != "codex" {
		t.Errorf("the filter of the contests is %q", s.lists.shown().filter.Value())
	}
	s.keys("1")
	s.tells(tea.MouseClickMsg{X: strings.Index(s.text(), "Chains"), Y: 0, Button: tea.MouseLeft})
	if s.lists.view != Chains {
		t.Errorf("a click in the bar shows view %d", s.lists.view)
	}
}

// TestSessionIsShownWhereItWasLeft looks at another session and comes back.
func TestSessionIsShownWhereItWasLeft(t *testing.T) {
	s := home(t, some(), 120, 20)
	s.keys("enter", "g", "j", "j", "j")
	left := s.text()
	s.keys("esc", "j")
	s.until("the other one is read", s.isRead)
	s.keys("k")
	s.until("it is read again", s.isRead)
	s.keys("enter")
	if got := s.text(); got != left {
		t.Errorf("it stands at\n%s\nand stood at\n%s", got, left)
	}
}

// Sessions of another machine are in the lists, and verbs act on them there. Nothing that needs their files works.
func TestSessionsOfOtherMachinesAreActedOnThere(t *testing.T) {
	for _, c := range []struct{ key, want string }{
		{"enter", "verb show desk/codex:bbbb --full"}, {"r", "verb replay desk/codex:bbbb"}, {"a", "verb attach desk/e8cf"},
		{"tab", ""}, {"o", ""}, {"f", ""}, {"b", ""}, {"h", ""},
		{"e", ""}, {"E", ""}, {"m", ""},
	} {
		m := some()
		m.rows[1].Machine, m.rows[1].Reference, m.rows[1].Origin.Run = "desk", "desk/codex:bbbb", "desk/e8cf"
		s := newScreen(t, m, 120, 36)
		s.until("the sessions are listed", func() bool { return s.isListed() })
		s.sees("desk/codex")
		s.sees("on desk: enter shows it")
		if s.keys(c.key); c.want != "" {
			s.asks(m, c.want)
		} else if did := m.did(); len(did) != 0 || s.mode != looking || s.isInside {
			t.Errorf("%s does %q", c.key, did)
		}
		if m.opens != 0 {
			t.Errorf("it was opened here %d times", m.opens)
		}
	}
	m := some()
	m.rows[1].Machine, m.rows[1].Reference, m.rows[1].Origin.Run = "desk", "desk/codex:bbbb", "desk/e8cf"
	s := newScreen(t, m, 120, 36)
	s.until("the sessions are listed", func() bool { return s.isListed() })
	s.keys("c")
	s.sees("Continue desk/codex:bbbb in")
}

func TestSessionsOfAMachineThatIsAwayAreMarked(t *testing.T) {
	m := some()
	for i := range m.rows {
		m.rows[i].Machine, m.rows[i].Reference, m.rows[i].State, m.rows[i].Seen = "desk", "desk/"+
			m.rows[i].Reference, listing.Idle, noon.Add(-time.Hour)
		m.rows[i].Origin.State, m.rows[i].Origin.Run = "", ""
	}
	s := newScreen(t, m, 120, 36)
	s.until("the sessions are listed", func() bool { return s.isListed() })
	s.sees("away")
	s.sees("on desk, which is away: as it was last")
	s.keys("enter")
	s.asks(m, "verb show "+m.rows[0].Reference+" --full") // it says that the machine is away
}

// The same session on two machines is two lines, and a new list keeps the one that was chosen.
func TestSameSessionOnTwoMachinesIsTwoLines(t *testing.T) {
	here := session("claude", "aaaaaaaa", "Add a --json flag", 0)
	there := here
	there.Machine = "desk"
	var l list
	l.resize(10)
	l.set([]item{{row: there}, {row: here}})
	l.move(1)
	l.set([]item{{row: there}, {row: here}})
	if i, ok := l.chosen(); !ok || i.row.Machine != "" {
		t.Errorf("chosen is the one of %q", i.row.Machine)
	}
}

// A hit is marked in its session. The session itself, chosen afterwards, is shown without marks.
func TestMarksOfAHitEndWithIt(t *testing.T) {
	s := home(t, some(), 120, 20)
	s.keys("/", "z", "z")
	s.sees("1 HIT IN 1 SESSION")
	s.until("the hit is marked", func() bool { return s.isRead() && s.beside.session.Finds() })
	s.keys("ctrl+u", "r", "e", "l", "e", "a", "s", "e")
	s.sees("Review the release notes")
	s.until("the session is shown", func() bool {
		i, ok := s.lists.chosen()
		return ok && i.hit == nil && s.isRead()
	})
	s.keys("enter", "enter")
	if s.beside.session.Finds() || !strings.Contains(s.text(), "esc back") {
		t.Errorf("it is marked:\n%s", s.text())
	}
}
