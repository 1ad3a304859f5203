package tui

import (
	"context"
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/catalog/listing"
	"stead/internal/testkit/sample"
	"stead/orchestrator/active"
	"stead/timeline"
)

// many is a machine with 2,000 sessions, the chosen one of 75,000 entries.
func many() *fake {
	m := &fake{}
	for i := range 2000 {
		m.rows = append(m.rows, session("claude", fmt.Sprintf("%08d", i),
			fmt.Sprintf("Session %d about the parser and its tests", i), time.Duration(i)*time.Hour))
	}
	m.session = sample.Long(12_500)
	return m
}

// answerOf is what a command answers, of several the first one.
func answerOf(cmd tea.Cmd) tea.Msg {
	msg := cmd()
	if batch, ok := msg.(tea.BatchMsg); ok {
		return answerOf(batch[0])
	}
	return msg
}

// BenchmarkFirstFrame measures the time from the stores' list to the frame that shows it.
func BenchmarkFirstFrame(b *testing.B) {
	m := many()
	for b.Loop() {
		s := New(b.Context(), Options{Machine: m, Now: func() time.Time { return noon }})
		s.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
		s.Update(answerOf(s.lists.look()))
		s.View()
	}
}

// BenchmarkKey measures the time from a key to the frame with its effect: in the list, in a timeline of 75,000 entries,
// and in the filter.
func BenchmarkKey(b *testing.B) {
	m := many()
	s := New(b.Context(), Options{Machine: m, Now: func() time.Time { return noon }})
	s.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
	s.Update(answerOf(s.lists.look()))
	s.beside.wanted++
	for cmd := s.read(settled{s.beside.wanted}); cmd != nil; {
		_, cmd = s.Update(answerOf(cmd))
	}
	for name, keys := range map[string][]string{"list": {"j", "k"}, "timeline": {"k", "j", "g", "G"},
		"filter": {"p", "backspace"}} {
		b.Run(name, func(b *testing.B) {
			s.isInside, s.mode = name == "timeline", looking
			if name == "filter" {
				s.mode = filtering
			}
			for n := 0; b.Loop(); n++ {
				s.Update(pressed(keys[n%len(keys)]))
				s.View()
			}
		})
	}
}

// full is a screen of a size on which 2,000 sessions are listed and the chosen one, of 75,000 entries, is read.
func full(tb testing.TB, width, height int) *Model {
	tb.Helper()
	m := New(tb.Context(), Options{Machine: many(), Now: func() time.Time { return noon }})
	m.Update(tea.WindowSizeMsg{Width: width, Height: height})
	m.Update(answerOf(m.lists.look()))
	m.beside.wanted++
	for cmd := m.read(settled{m.beside.wanted}); cmd != nil; {
		_, cmd = m.Update(answerOf(cmd))
	}
	return m
}

// TestFrameTakesNoMoreWithMoreSessions counts allocations, which do not depend on the machine's load: the cost of a
// frame and a key depends on what is visible, not on how much there is.
func TestFrameTakesNoMoreWithMoreSessions(t *testing.T) {
	for _, size := range sizes {
		large := full(t, size.width, size.height)
		small := New(t.Context(), Options{Machine: some(), Now: func() time.Time { return noon }})
		small.Update(tea.WindowSizeMsg{Width: size.width, Height: size.height})
		small.Update(answerOf(small.lists.look()))
		if small := testing.AllocsPerRun(20, func() { small.View() }); small > mostAllocations {
			t.Errorf("a frame of 5 sessions takes %.0f allocations at %dx%d, of at most %d", small, size.width, size.height,
				mostAllocations)
		}
		for name, isInside := range map[string]bool{"the list": false, "the timeline": true} {
			large.isInside = isInside
			key := 0
			if n := testing.AllocsPerRun(20, func() {
				press(large, pressed([]string{"j", "k", "G", "g"}[key%4]))
				key++
				large.View()
			}); n > mostAllocations {
				t.Errorf("a key in %s and its frame take %.0f allocations at %dx%d, of at most %d", name, n, size.width,
					size.height, mostAllocations)
			}
		}
	}
}

// mostAllocations is how many allocations a frame takes at most, and a key with its frame.
const mostAllocations = 3000

// TestNoKeyWaitsForTheMachine uses a machine that never answers: the next frame still shows each key.
func TestNoKeyWaitsForTheMachine(t *testing.T) {
	m := &stuck{fake: some(), never: make(chan struct{})}
	t.Cleanup(func() { close(m.never) })
	s := home(t, m.fake, 120, 36)
	s.machine = m
	for _, key := range []string{"enter", "k", "esc", "p", "esc", "c", "esc", "b", "esc", "?", "esc", "2", "3", "4", "5",
		"1", "/"} {
		before := s.frame()
		s.keys(key)
		if s.frame() == before {
			t.Errorf("%s changes nothing", key)
		}
	}
}

// stuck is a machine whose every answer takes for ever.
type stuck struct {
	*fake
	never chan struct{}
}

func (m *stuck) wait() error { <-m.never; return context.Canceled }

func (m *stuck) List(context.Context) (listing.Result, error)       { return listing.Result{}, m.wait() }
func (m *stuck) Runs(context.Context) (listing.Result, error)       { return listing.Result{}, m.wait() }
func (m *stuck) Entries(context.Context, View) ([]Entry, error)     { return nil, m.wait() }
func (m *stuck) Counts(context.Context) Counts                      { _ = m.wait(); return Counts{} }
func (m *stuck) Places(context.Context) []string                    { _ = m.wait(); return nil }
func (m *stuck) Question(context.Context, string) (Question, error) { return Question{}, m.wait() }
func (m *stuck) Fit(context.Context, string, string) (tokens, window int64, err error) {
	return 0, 0, m.wait()
}

func (m *stuck) Targets(context.Context) []Target { _ = m.wait(); return nil }
func (m *stuck) Open(context.Context, string) (timeline.Stream, error) {
	return timeline.Stream{}, m.wait()
}

func (m *stuck) Watch(context.Context, string) (<-chan active.Picture, error) { return nil, m.wait() }

func (m *stuck) Changes(context.Context, string) (Changes, error) { return Changes{}, m.wait() }

func (m *stuck) Say(context.Context, ...string) ([]string, error) { return nil, m.wait() }
