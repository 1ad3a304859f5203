package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/catalog/listing"
	"stead/ui/tui/pane"
)

// View is what the list lists.
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

// views are the names of the views, and what they say when there is nothing to list.
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

// showing is the list of a view as it was last, so that the same line is chosen when its user comes back.
type showing struct {
	board   *Board
	entries []Entry
	list    list
	filter  pane.Field
	// isListed says that there was an answer, isLate that the first one takes its time. err is why the last one failed.
	isListed, isLate bool
	err              error
	// news counts the rows that wait until nobody types to take their places.
	news int
	// places are where sessions were looked for, when there are none.
	places   []string
	warnings []error
}

// lists are the lists of all views, of which one is shown.
type lists struct {
	machine Machine
	ctx     context.Context
	now     func() time.Time

	view View
	all  [countOfViews]showing
	// counts are those of the runs.
	counts Counts
	// number numbers the wishes for a list, isBusy says that one is on its way.
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
	// unlisted says that a list takes its time.
	unlisted struct{ number int }
	// due says that the list is looked at again.
	due struct{}
)

const (
	// again is how long after a look at the stores the next one begins.
	again = 2 * time.Second
	// atRest is how long no key was pressed when rows may move.
	atRest = 2 * time.Second
	// untilLate is how long nothing is said about a list that is not there yet.
	untilLate = 150 * time.Millisecond
)

// shown is the view that is shown.
func (l *lists) shown() *showing { return &l.all[l.view] }

// chosen is the item of the chosen line. It is false where there is none.
func (l *lists) chosen() (item, bool) { return l.shown().list.chosen() }

// show shows another view. Each remembers its line and its filter.
func (l *lists) show(v View, lines int) tea.Cmd {
	l.view, l.isBusy, l.number = v, false, l.number+1
	l.shown().list.resize(lines)
	return l.look()
}

// look lists what the view shows.
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

// ask lists a view, beside the screen.
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

// take takes a new list. As long as the user moves, only one in which more sessions wait counts: a row must not run
// away from a key. It reports whether the list has changed.
func (l *lists) take(answer listed, isAtRest bool) bool {
	l.isBusy = false
	s := l.shown()
	s.isListed, s.err = true, answer.err
	if answer.err != nil {
		return false // what was listed before stays
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

// refill fills the list with what the filter keeps, and what was found in the texts.
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
