package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/catalog/listing"
	"stead/ui/tui/pane"
)

// View is a kind of list.
type View int

// The views, in the order of their keys.
const (
	Sessions View = iota
	Runs
	Contests
	Chains
	Statistics
	Knowledge
	countOfViews
)

// views holds the names of the views, and the texts for empty lists.
var views = [countOfViews]struct{ name, empty string }{
	Sessions:   {"Sessions", "No session was found on this machine."},
	Runs:       {"Runs", "There are no runs. In the sessions (1), c continues one in another CLI."},
	Contests:   {"Contests", "There are no contests. In the sessions (1), b gives several CLIs the same prompt."},
	Chains:     {"Chains", "There are no chains. In the sessions (1), h has several CLIs work one after the other."},
	Statistics: {"Statistics", "There are no figures."},
	Knowledge: {"Knowledge",
		"Nothing was learnt yet. stead session extract looks through all sessions for decisions, cures of failures and rules."},
}

// showsSessions reports whether the view lists sessions.
func (v View) showsSessions() bool { return v == Sessions || v == Runs }

// showing is the last state of a view's list, so that the same line is chosen when the user comes back.
type showing struct {
	board   *Board
	entries []Entry
	list    list
	filter  pane.Field
	// isListed says that there was an answer. IsLate says that the first one takes a while. Err is the reason why the last
	// one failed.
	isListed, isLate bool
	err              error
	// news counts the rows that wait to move to their places until the user is idle.
	news int
	// places are the locations that were searched, if there are no sessions.
	places   []string
	warnings []error
}

// lists holds the lists of all views, one of which is displayed.
type lists struct {
	machine Machine
	ctx     context.Context
	now     func() time.Time

	view View
	all  [countOfViews]showing
	// counts are those of the runs.
	counts Counts
	// number numbers the requests for a list. IsBusy says that one is in progress.
	number int
	isBusy bool
}

type (
	// listed is a new list.
	listed struct {
		number   int
		board    *Board
		entries  []Entry
		counts   Counts
		places   []string
		warnings []error
		err      error
	}
	// unlisted says that a list takes a while.
	unlisted struct{ number int }
	// due says that it is time to read the list again.
	due struct{}
)

const (
	// again is the delay between two looks at the stores.
	again = 2 * time.Second
	// atRest is how long no key must have been pressed before rows may move.
	atRest = 2 * time.Second
	// untilLate is the delay before the screen says that a list is still being read.
	untilLate = 150 * time.Millisecond
)

// shown returns the list of the current view.
func (l *lists) shown() *showing { return &l.all[l.view] }

// chosen returns the chosen item, or false if there is none.
func (l *lists) chosen() (item, bool) { return l.shown().list.chosen() }

// show shows another view. Each view remembers its line and its filter.
func (l *lists) show(v View, lines int) tea.Cmd {
	l.view, l.isBusy, l.number = v, false, l.number+1
	l.shown().list.resize(lines)
	return l.look()
}

// look reads the list of the view.
func (l *lists) look() tea.Cmd {
	if l.isBusy {
		return nil
	}
	l.isBusy = true
	view, number := l.view, l.number
	list := func() tea.Msg {
		answer := l.ask(view)
		answer.number, answer.counts = number, l.machine.Counts(l.ctx)
		return answer
	}
	if l.shown().isListed {
		return list
	}
	return tea.Batch(list, tea.Tick(untilLate, func(time.Time) tea.Msg { return unlisted{number} }))
}

// ask reads the list of a view. It runs in the background.
func (l *lists) ask(view View) listed {
	var r listing.Result
	var err error
	switch view {
	case Sessions:
		r, err = l.machine.List(l.ctx)
	case Runs:
		r, err = l.machine.Runs(l.ctx)
	default:
		entries, err := l.machine.Entries(l.ctx, view)
		return listed{entries: entries, err: err}
	}
	if err != nil {
		return listed{err: err}
	}
	answer := listed{board: BoardOf(r.Rows), warnings: r.Warnings}
	if view == Sessions && len(r.Rows) == 0 {
		answer.places = l.machine.Places(l.ctx)
	}
	return answer
}

// take handles a new list. While the user is moving, it accepts only a list with more waiting sessions, so that rows do
// not move under the user's keys. It reports whether the list has changed.
func (l *lists) take(answer listed, isAtRest bool) bool {
	l.isBusy = false
	s := l.shown()
	s.isListed, s.err = true, answer.err
	if answer.err != nil {
		return false // the previous list stays
	}
	l.counts, s.warnings, s.places = answer.counts, answer.warnings, answer.places
	if !l.view.showsSessions() {
		s.entries = answer.entries
		return true
	}
	if s.board != nil && !isAtRest && answer.board.Waiting <= s.board.Waiting {
		s.news = answer.board.News(s.board)
		return false
	}
	s.board, s.news = answer.board, 0
	return true
}

// refill fills the list with the lines that match the filter, and with the hits in the texts.
func (l *lists) refill(found *texts) {
	s := l.shown()
	filter := s.filter.Value()
	switch {
	case !l.view.showsSessions():
		s.list.set(itemsOfEntries(s.entries, filter))
	case s.board != nil:
		s.list.set(itemsOf(s.board.Sections(filter, l.now()), found))
	}
}

// hasFailed reports whether nothing can be shown because of an error.
func (s *showing) hasFailed() bool { return s.err != nil && s.board == nil && s.entries == nil }

// isEmpty reports whether there is nothing to list.
func (s *showing) isEmpty() bool { return s.isListed && !s.hasFailed() && len(s.list.items) == 0 }
