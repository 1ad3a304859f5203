package tui

import (
	"context"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/browser/board"
	"stead/catalog/listing"
	"stead/internal/transcript/terminal"
)

// mode is what keys mean.
type mode int

const (
	// looking: keys move and act.
	looking mode = iota
	// filtering: keys are the filter's. sending: they are a text for a run. stopping: a question is answered.
	filtering
	sending
	stopping
	// choosing: keys are the dialog's. helping: the keys are shown. answering: what a run asks. confirming: whether an act is meant.
	choosing
	helping
	answering
	confirming
)

// Options say what is shown.
type Options struct {
	Machine Machine
	// Now says what time it is where the user is.
	Now func() time.Time
	// Filter is what the list is filtered by at first.
	Filter string
}

// Model is the screen. It implements tea.Model.
type Model struct {
	ctx     context.Context
	machine Machine
	now     func() time.Time

	width, height int
	mode          mode
	// isInside says that keys move in the timeline, not in the list.
	isInside bool
	board    *board.Board
	// view is what is listed, entries what it lists other than sessions; kept are the other views as they were left, listing numbers the wishes for a list.
	view    view
	entries []Entry
	kept    [len(views)]showing
	listing int
	output  output
	// isListing says that a new board is being made, touched is when the user has moved last.
	isListing bool
	touched   time.Time

	list     list
	filter   field
	texts    *texts
	timeline steps
	reading  reading
	// shown is the session whose timeline is shown, stamp what it was like when it was read, wanted numbers the wishes to see one.
	shown  item
	stamp  stamp
	wanted int
	dialog *dialog
	text   field
	// question is what the chosen run asks.
	question *question
	// helped is the line that is chosen in the help.
	helped int
	// act is what the user was asked about.
	act Act
	// marked is the session that another one is compared with.
	marked string
	// hasEntries says that the view's entries were listed once.
	hasEntries bool
	// note is what the last act came to.
	note string
	// warnings are what could not be listed.
	warnings []error
}

// stamp tells whether a session has changed.
type stamp struct {
	updated time.Time
	bytes   int64
}

// New returns the screen. Its commands end with the context.
func New(ctx context.Context, o Options) *Model {
	m := &Model{ctx: ctx, machine: o.Machine, now: o.Now, texts: &texts{machine: o.Machine, ctx: ctx}, width: 80, height: 24}
	m.timeline.follows = true
	m.filter.set(o.Filter)
	return m
}

type (
	// listed is a new list of all sessions.
	listed struct {
		number   int
		board    *board.Board
		entries  []Entry
		warnings []error
		err      error
	}
	// due says that the list is looked at again, settled that the chosen session stays chosen.
	due     struct{}
	settled struct{ wanted int }
	// done says what an act came to.
	done struct {
		note string
		err  error
	}
)

const (
	// again is how long after a look at the stores the next one begins.
	again = 2 * time.Second
	// atRest is how long no key was pressed when rows may move.
	atRest = 2 * time.Second
	// afterMove is how long a session is chosen before it is read.
	afterMove = 60 * time.Millisecond
)

// Init implements tea.Model.
func (m *Model) Init() tea.Cmd { return m.look() }

// Update implements tea.Model.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return m, m.resize(msg.Width, msg.Height)
	case tea.KeyPressMsg:
		m.touched = m.now()
		return m, m.key(msg)
	case tea.PasteMsg:
		return m, m.paste(msg.Content)
	case tea.MouseMsg:
		m.touched = m.now()
		return m, m.mouse(msg)
	}
	return m, m.answer(msg)
}

// answer takes what a command has found out.
func (m *Model) answer(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case listed:
		return m.listed(msg)
	case due:
		return m.look()
	case settled:
		return m.read(msg)
	case part:
		return m.take(msg)
	case typed:
		cmd := m.texts.begin(msg.number)
		m.refill()
		return cmd
	case progressed:
		if m.texts.busy && msg.number == m.texts.number {
			m.refill()
			return m.texts.tick()
		}
	case found:
		if m.texts.take(msg) {
			m.refill()
			return m.wish()
		}
	case done:
		return m.did(msg)
	case edited:
		return m.wasEdited(msg)
	case said:
		m.output.take(msg)
	case asked:
		m.question.take(msg, m.now())
	}
	return m.answerDialog(msg)
}

func (m *Model) answerDialog(msg tea.Msg) tea.Cmd {
	if m.dialog == nil {
		return nil
	}
	switch msg := msg.(type) {
	case targets:
		return m.dialog.take(msg.all, m.prefers)
	case changed:
		return m.dialog.rehearse(msg.number)
	case rehearsed:
		m.dialog.rehearsed(msg)
	}
	return nil
}

// listed takes a new list. As long as the user moves, only one in which more sessions wait counts: a row must not run away from a key.
func (m *Model) listed(l listed) tea.Cmd {
	if l.number != m.listing {
		return nil // another view is shown
	}
	m.isListing = false
	next := tea.Tick(again, func(time.Time) tea.Msg { return due{} })
	if l.err != nil {
		m.note = "the " + strings.ToLower(views[m.view].name) + " cannot be listed: " + l.err.Error()
		return next
	}
	m.warnings = l.warnings
	if m.isEntries() {
		m.entries, m.hasEntries = l.entries, true
		m.refill()
		return tea.Batch(next, m.wish())
	}
	if m.board != nil && m.now().Sub(m.touched) < atRest && l.board.Waiting <= m.board.Waiting {
		return next
	}
	m.board = l.board
	m.refill()
	return tea.Batch(next, m.wish())
}

// refill fills the list with what the filter keeps, and what was found in the texts.
func (m *Model) refill() {
	switch {
	case m.isEntries():
		m.list.set(itemsOfEntries(m.entries, m.filter.value()))
	case m.board != nil:
		m.list.set(itemsOf(m.board.Sections(m.filter.value(), m.now()), m.texts))
	}
}

// did tells what an act came to. The stores may have changed by it.
func (m *Model) did(d done) tea.Cmd {
	m.note, m.touched, m.output.key = d.note, time.Time{}, ""
	if d.err != nil {
		m.note = d.err.Error()
	}
	return m.look()
}

// isWide reports whether list and timeline stand side by side.
func (m *Model) isWide() bool { return m.width >= sideBySide }

// wish has the chosen session read, once it stays chosen: where its timeline is seen.
func (m *Model) wish() tea.Cmd {
	i, ok := m.list.chosen()
	if !ok || !m.isWide() && !m.isInside || m.isShown(i) || m.output.has(i.entry) {
		return nil
	}
	m.wanted++
	wanted := m.wanted
	return tea.Tick(afterMove, func(time.Time) tea.Msg { return settled{wanted} })
}

// isShown reports whether a session is on the screen as it is now.
func (m *Model) isShown(i item) bool {
	return i.entry == nil && m.shown.key() == i.key() && m.stamp == stampOf(i.row)
}

func stampOf(r listing.Row) stamp { return stamp{r.Updated, r.Bytes} }

// read reads the chosen session. One that is shown already stays on the screen while it is read anew.
func (m *Model) read(s settled) tea.Cmd {
	i, ok := m.list.chosen()
	if s.wanted != m.wanted || !ok || m.isShown(i) {
		return nil
	}
	if i.entry != nil {
		m.reading.stop()
		return m.output.begin(m.ctx, m.machine, i.entry)
	}
	if m.shown.row.CLI != i.row.CLI || m.shown.row.ID != i.row.ID {
		m.timeline.clear()
	} else if i.hit != nil {
		m.timeline.toTurn(i.hit.Turn)
	}
	m.shown, m.stamp = i, stampOf(i.row)
	m.timeline.fresh = nil
	return m.reading.begin(m.ctx, m.machine, i.row.Reference, terminal.Options{
		Width: m.timelineWidth() - len("  "), Color: true, Markdown: true, Zone: m.now().Location(),
	})
}

// take takes the next part of the session that is read.
func (m *Model) take(p part) tea.Cmd {
	if p.number != m.reading.number {
		return nil
	}
	t := &m.timeline
	if isAnew := t.isDone; isAnew {
		t.fresh = append(t.fresh, p.blocks...)
		if p.done && p.err == nil {
			t.replace()
		}
	} else {
		t.add(p.blocks)
	}
	if !p.done {
		return m.reading.next()
	}
	t.isDone, t.err = true, p.err
	if h := m.shown.hit; h != nil {
		t.toTurn(h.Turn)
	}
	return nil
}

// resize fits everything into the terminal.
func (m *Model) resize(width, height int) tea.Cmd {
	before := m.timelineWidth()
	m.width, m.height = width, height
	m.list.resize(m.body())
	m.timeline.resize(m.body() - timelineHead)
	if m.timelineWidth() != before {
		m.stamp = stamp{} // its lines are broken anew
	}
	return m.wish()
}
