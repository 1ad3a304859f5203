package tui

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"stead/browser/board"
	"stead/catalog/listing"
)

// view is what the list lists.
type view int

// The views, by their keys.
const (
	sessions view = iota
	working
	contests
	chains
	figures
)

// views are the names of the views, and how each is listed.
var views = [...]struct {
	name, empty string
	list        func(Machine, context.Context) (listing.Result, error)
	entries     func(Machine, context.Context) ([]Entry, error)
}{
	sessions: {
		name: "Sessions", empty: "No session was found on this machine. `stead doctor` says where stead looks.", list: Machine.List,
	},
	working:  {name: "Runs", empty: "There are no runs. c continues a session in another CLI.", list: Machine.Runs},
	contests: {name: "Contests", empty: "There are no contests. b gives several CLIs the same prompt.", entries: Machine.Contests},
	chains:   {name: "Chains", empty: "There are no chains. `stead chain --help` says how one begins.", entries: Machine.Chains},
	figures:  {name: "Statistics", entries: Machine.Statistics},
}

// showing is the list of a view as it was last, so that who comes back finds the same line chosen.
type showing struct {
	board   *board.Board
	entries []Entry
	list    list
	filter  string
	isRead  bool
}

// bar names the views, the one that is shown first of all.
func (m *Model) bar() string {
	text := ""
	for v := range views {
		style := faint
		if view(v) == m.view {
			style = reverse
		}
		text += " " + style.Render(view(v).label())
	}
	return text
}

// label is a view's name in the bar, with its key.
func (v view) label() string { return fmt.Sprintf("%d %s", v+1, views[v].name) }

// show shows another view. Each remembers its line and its filter.
func (m *Model) show(v view) tea.Cmd {
	if v == m.view {
		return nil
	}
	m.kept[m.view] = showing{m.board, m.entries, m.list, m.filter.value(), true}
	m.view, m.isInside, m.mode = v, false, looking
	was := m.kept[v]
	m.board, m.entries, m.list = was.board, was.entries, was.list
	m.filter.set(was.filter)
	m.texts.ask("")
	m.list.resize(m.body())
	m.isListing, m.listing = false, m.listing+1
	m.output.stop()
	m.shown, m.stamp = item{}, stamp{}
	m.refill()
	return tea.Batch(m.look(), m.wish())
}

// look lists what the view shows.
func (m *Model) look() tea.Cmd {
	if m.isListing {
		return nil
	}
	m.isListing = true
	how, number := views[m.view], m.listing
	return func() tea.Msg {
		if how.entries != nil {
			entries, err := how.entries(m.machine, m.ctx)
			return listed{number: number, entries: entries, err: err}
		}
		r, err := how.list(m.machine, m.ctx)
		if err != nil {
			return listed{number: number, err: err}
		}
		return listed{number: number, board: board.Of(r.Rows), warnings: r.Warnings}
	}
}

// isEntries reports whether the view shows something else than sessions.
func (m *Model) isEntries() bool { return views[m.view].entries != nil }
