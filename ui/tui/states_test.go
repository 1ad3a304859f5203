package tui

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/catalog/listing"
	"stead/catalog/origin"
	"stead/inject/signals"
)

// TestStates shows views that are empty, have failed, or take a while.
func TestStates(t *testing.T) {
	for _, size := range sizes {
		for name, walk := range map[string]func(*screen, *fake){
			"nothing": func(s *screen, m *fake) { s.sees("Looked for in:") },
			"nothing-learnt": func(s *screen, m *fake) {
				m.isEmpty = true
				s.keys("6")
				s.sees("stead session extract")
			},
			"failed": func(s *screen, m *fake) {
				s.until("it is listed", s.isListed)
				m.fails = errors.New("open ~/.local/share/stead/contests: permission denied")
				s.keys("3")
				s.sees("The contests cannot be listed.")
			},
			"late": func(s *screen, m *fake) { s.tells(unlisted{s.lists.number}) },
		} {
			t.Run(fmt.Sprintf("%s at %dx%d", name, size.width, size.height), func(t *testing.T) {
				m := some()
				m.rows = nil
				s := newScreen(t, m, size.width, size.height)
				walk(s, m)
				s.isGolden("state-" + name)
			})
		}
	}
}

func TestNothingIsSaidOfWhatIsNotLate(t *testing.T) {
	s := newScreen(t, some(), 80, 24)
	if line := s.lineOf("reading"); line >= 0 {
		t.Errorf("before it is late, line %d says so", line)
	}
	s.until("it is listed", s.isListed)
	s.tells(unlisted{s.lists.number})
	if line := s.lineOf("reading"); line >= 0 || s.lineOf("Fix the flaky test") < 0 {
		t.Error("a list that is there is said to be read")
	}
}

func TestFailedListIsTriedAgainByAKey(t *testing.T) {
	m := some()
	m.fails = errors.New("the disk is gone")
	s := newScreen(t, m, 80, 24)
	s.sees("The sessions cannot be listed.", "the disk is gone", "Ctrl-r tries again.")
	m.fails = nil
	s.keys("ctrl+r")
	s.sees("Fix the flaky test")
	if s.lineOf("cannot be listed") >= 0 {
		t.Error("the error stays")
	}
}

// TestRowsThatWaitAreCounted adds rows while the user types: they are counted, and a key moves them to their places.
func TestRowsThatWaitAreCounted(t *testing.T) {
	m := some()
	s := home(t, m, 80, 24)
	s.keys("j")
	m.rows = append([]listing.Row{session("pi", "ffffffff", "Brand new", 0), session("pi", "gggggggg", "Newer", 0)},
		m.rows...)
	s.tells(due{})
	s.sees("2 new")
	if s.lineOf("Brand new") >= 0 {
		t.Error("rows move while somebody types")
	}
	s.keys("ctrl+r")
	s.sees("Brand new")
	if s.lineOf("2 new") >= 0 {
		t.Error("nothing waits any more, and it is counted")
	}
}

// TestWhatNeedsSomebodyComesIntoView makes a session wait in a list that fills the screen: it is visible immediately if
// the list is at its top, and counted if the user has scrolled down.
func TestWhatNeedsSomebodyComesIntoView(t *testing.T) {
	m := &fake{session: some().session}
	for n := range 60 {
		m.rows = append(m.rows, session("claude", fmt.Sprintf("%08x", n), fmt.Sprint("Row ", n, "."), time.Duration(n)*time.Minute))
	}
	waits := session("codex", "bbbbbbbb", "Fix the flaky test", time.Minute)
	waits.State, waits.Origin = listing.Waiting, origin.Origin{Run: "e8cf", State: signals.Permission}
	s := newScreen(t, m, 80, 24)
	s.sees("Row 0.")
	idle := m.rows
	m.rows = append([]listing.Row{waits}, idle...)
	s.tells(due{})
	s.sees("Fix the flaky test", "NEEDS YOU")

	m.rows = idle
	s.keys("ctrl+r")
	s.until("nothing waits", func() bool { return s.lineOf("Fix the flaky test") < 0 })
	for range 40 {
		s.keys("j")
	}
	m.rows = append([]listing.Row{waits}, idle...)
	s.tells(due{})
	s.sees("1 active above")
}

// TestUpdateAndViewAskNothing presses all keys on a machine that may only be called in the background, and runs no
// command.
func TestUpdateAndViewAskNothing(t *testing.T) {
	m := some()
	s := home(t, m, 120, 36)
	asked := len(m.did())
	s.machine = &stuck{fake: m, never: make(chan struct{})} // whoever asks it from here waits for ever
	opens := m.opens
	var all []string
	for _, b := range bindings() {
		for _, k := range b.keys {
			if k != "q" && k != "ctrl+c" && k != "o" {
				all = append(all, k)
			}
		}
	}
	for range 2 {
		for _, k := range all {
			s.Update(pressed(k))
			s.View()
			s.mode, s.dialog, s.question = looking, nil, nil
		}
		s.isInside = true
	}
	s.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	s.View()
	if m.opens != opens {
		t.Error("a key has opened a session")
	}
	for _, act := range m.did()[asked:] { // preparing a program is no work
		if !strings.HasPrefix(act, "verb ") && !strings.HasPrefix(act, "edit ") {
			t.Errorf("a key did %s", act)
		}
	}
}
