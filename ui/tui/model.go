package tui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/ui/tui/pane"
)

// mode is what keys mean.
type mode int

const (
	// looking: keys move and act.
	looking mode = iota
	// filtering: keys are the filter's. finding: they are what is searched for within a session. sending: they are a text
	// for a run.
	filtering
	finding
	sending
	// choosing: keys are the dialog's. helping: the keys are shown. answering: what a run asks. confirming: whether an act
	// is meant.
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
	// Picks says that a session is picked to be continued in another CLI: enter does that, and the screen ends with the
	// CLI.
	Picks bool
}

// Model is the screen. It implements tea.Model.
type Model struct {
	ctx     context.Context
	machine Machine
	now     func() time.Time
	picks   bool

	width, height int
	mode          mode
	// isInside says that keys move in the pane beside the list.
	isInside bool
	// touched is when the user has moved last.
	touched time.Time

	lists  lists
	texts  *texts
	beside beside

	dialog *form
	// question is what the chosen run asks.
	question *question
	// text is what is typed that is no filter's and no dialog's, helped the line that is chosen in the help.
	text   pane.Field
	helped int
	// act is what the user was asked about.
	act Act
	// marked is the session that another one is compared with.
	marked string
	// note is what the last act came to.
	note string
}

// New returns the screen. Its commands end with the context.
func New(ctx context.Context, o Options) *Model {
	m := &Model{ctx: ctx, machine: o.Machine, now: o.Now, picks: o.Picks, texts: &texts{machine: o.Machine, ctx: ctx},
		width: 80, height: 24}
	m.lists = lists{machine: o.Machine, ctx: ctx, now: o.Now}
	m.beside = beside{ctx: ctx, machine: o.Machine, session: pane.NewSession(ctx, o.Machine.Open),
		output: pane.NewOutput(ctx, o.Machine.Say)}
	m.lists.shown().filter.Set(o.Filter)
	return m
}

// done says what an act came to.
type done struct {
	note string
	err  error
	// isStart says that a CLI has worked, which a dialog has started.
	isStart bool
}

// Init implements tea.Model.
func (m *Model) Init() tea.Cmd { return m.lists.look() }

// Update implements tea.Model.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return m, m.resize(msg.Width, msg.Height)
	case tea.KeyPressMsg:
		m.touched = m.now()
		return m, press(m, msg)
	case tea.PasteMsg:
		return m, paste(m, msg.Content)
	case tea.MouseMsg:
		m.touched = m.now()
		return m, mouse(m, msg)
	}
	return m, m.answer(msg)
}

// answer takes what a command has found out.
func (m *Model) answer(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case listed:
		return m.listed(msg)
	case unlisted:
		if s := m.lists.shown(); msg.number == m.lists.number && !s.isListed {
			s.isLate = true
		}
	case due:
		return m.lists.look()
	case settled:
		return m.read(msg)
	case typed:
		cmd := m.texts.begin(msg.number)
		m.lists.refill(m.texts)
		return cmd
	case progressed:
		if m.texts.busy && msg.number == m.texts.number {
			m.lists.refill(m.texts)
			return m.texts.tick()
		}
	case found:
		if m.texts.take(msg) {
			m.lists.refill(m.texts)
			return m.wish()
		}
	case done:
		return m.did(msg)
	case edited:
		return wasEdited(m, msg)
	case asked:
		return takeAsked(m, msg)
	case stale:
		return readAgain(m, msg)
	default:
		return tea.Batch(m.beside.take(msg), m.dialog.take(msg))
	}
	return nil
}

// listed takes a new list.
func (m *Model) listed(l listed) tea.Cmd {
	if l.number != m.lists.number {
		return nil // another view is shown
	}
	next := tea.Tick(again, func(time.Time) tea.Msg { return due{} })
	if isAtRest := m.now().Sub(m.touched) >= atRest; !m.lists.take(l, isAtRest) {
		return next
	}
	m.lists.refill(m.texts)
	return tea.Batch(next, m.wish())
}

// did tells what an act came to. The stores may have changed by it.
func (m *Model) did(d done) tea.Cmd {
	m.note, m.touched = d.note, time.Time{}
	m.beside.output.Forget()
	switch {
	case errors.Is(d.err, ErrFailed):
	case d.err != nil:
		m.note = d.err.Error()
	case d.isStart && m.picks:
		return tea.Quit
	}
	return tea.Batch(m.lists.look(), m.wish())
}

// isWide reports whether list and timeline stand side by side.
func (m *Model) isWide() bool { return m.width >= sideBySide }

// wish has what the chosen line stands for read, once it stays chosen: where that is seen.
func (m *Model) wish() tea.Cmd {
	i, ok := m.lists.chosen()
	if !ok || !m.isWide() && !m.isInside || m.beside.shows(i) {
		return nil
	}
	return m.beside.wish()
}

// read reads what the chosen line stands for.
func (m *Model) read(s settled) tea.Cmd {
	i, ok := m.lists.chosen()
	if s.wanted != m.beside.wanted || !ok || m.beside.shows(i) {
		return nil
	}
	return m.beside.show(i, m.paneWidth(), m.now().Location())
}

// resize fits everything into the terminal.
func (m *Model) resize(width, height int) tea.Cmd {
	before := m.paneWidth()
	m.width, m.height = width, height
	for v := range m.lists.all {
		m.lists.all[v].list.resize(m.body())
	}
	m.beside.session.Steps.Window.Resize(m.body() - timelineHead)
	m.beside.output.Resize(m.paneWidth(), m.body())
	if m.paneWidth() != before {
		m.beside.stamp = stamp{} // its lines are broken anew
	}
	return m.wish()
}
