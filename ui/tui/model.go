package tui

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/ui/tui/pane"
)

// mode is the current meaning of keys.
type mode int

const (
	// looking: keys move and act.
	looking mode = iota
	// filtering: the user types the filter. finding: the user types the text to find within a session. sending: the user
	// types a text for a run.
	filtering
	finding
	sending
	// choosing: keys belong to the dialog. helping: the help is open. answering: the user answers a run's question.
	// confirming: the user confirms an act.
	choosing
	helping
	answering
	confirming
)

// Options configure the screen.
type Options struct {
	Machine Machine
	// Now returns the time in the user's zone.
	Now func() time.Time
	// Filter is the initial filter of the list.
	Filter string
	// Picks says that the user picks a session to continue in another CLI. Enter does that, and the screen ends when the
	// CLI ends.
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
	// touched is when the user last did something.
	touched time.Time

	lists   lists
	texts   *texts
	beside  beside
	running running
	work    work

	dialog *form
	// question is the question of the chosen run.
	question *question
	// text is the typed text that belongs neither to a filter nor to a dialog. Helped is the chosen line of the help.
	text   pane.Field
	helped int
	// act is the act that the user is asked to confirm.
	act Act
	// marked is the session to compare another one with.
	marked string
	// note is the result of the last act.
	note string
}

// New returns the screen. Its commands end with ctx.
func New(ctx context.Context, o Options) *Model {
	m := &Model{ctx: ctx, machine: o.Machine, now: o.Now, picks: o.Picks, texts: &texts{machine: o.Machine, ctx: ctx},
		width: 80, height: 24}
	m.lists = lists{machine: o.Machine, ctx: ctx, now: o.Now}
	m.beside = beside{ctx: ctx, machine: o.Machine, session: pane.NewSession(ctx, o.Machine.Open),
		output: pane.NewOutput(ctx, o.Machine.Say)}
	m.running = running{ctx: ctx, machine: o.Machine}
	m.work = newWork(ctx, o.Machine)
	m.lists.shown().filter.Set(o.Filter)
	return m
}

// done is the result of an act.
type done struct {
	note string
	err  error
	// isStart says that a dialog started a CLI, which has ended.
	isStart bool
}

// Init implements tea.Model.
func (m *Model) Init() tea.Cmd { return m.lists.look() }

// Update implements tea.Model.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := m.update(msg)
	_, isListed := msg.(listed)
	_, hasSettled := msg.(settled)
	for _, more := range []tea.Cmd{m.running.follow(m, isListed), m.work.follow(m, isListed || hasSettled)} {
		if more != nil {
			cmd = tea.Batch(cmd, more)
		}
	}
	return m, cmd
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return m.resize(msg.Width, msg.Height)
	case tea.KeyPressMsg:
		m.touched = m.now()
		return press(m, msg)
	case tea.PasteMsg:
		return paste(m, msg.Content)
	case tea.MouseMsg:
		m.touched = m.now()
		return mouse(m, msg)
	}
	return m.answer(msg)
}

// answer handles the result of a command.
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
		m.work.take(msg)
		return tea.Batch(m.running.take(msg), m.beside.take(msg), m.dialog.take(msg))
	}
	return nil
}

// listed handles a new list.
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

// did shows the result of an act. The act may have changed the stores.
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

// isWide reports whether list and timeline fit side by side.
func (m *Model) isWide() bool { return m.width >= sideBySide }

// wish reads the content of the chosen line, if it is visible, after the user has stayed on that line.
func (m *Model) wish() tea.Cmd {
	i, ok := m.lists.chosen()
	if !ok || !m.isWide() && !m.isInside || m.beside.shows(i) {
		return nil
	}
	return m.beside.wish()
}

// read reads the content of the chosen line.
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
	m.work.diff.Resize(m.paneWidth(), m.body()-timelineHead)
	if m.paneWidth() != before {
		m.beside.stamp = stamp{} // its lines are wrapped again
	}
	return m.wish()
}
