package tui

import (
	tea "charm.land/bubbletea/v2"

	"stead/internal/plain"
)

// move moves in the pane that has the keys.
func (m *Model) move(by int) tea.Cmd {
	switch {
	case m.isInside && m.isEntries():
		m.output.scroll(by, m.body())
	case m.isInside && by == end:
		m.timeline.end()
	case m.isInside:
		m.timeline.move(by)
	default:
		m.list.move(by)
		return m.wish()
	}
	return nil
}

// page moves by half a page.
func (m *Model) page(by int) tea.Cmd {
	if m.isInside && m.isEntries() {
		m.output.scroll(by*max(m.body()/2, 1), m.body())
		return nil
	}
	if m.isInside {
		m.timeline.scroll(by * max(m.timeline.lines/2, 1))
		return nil
	}
	return m.move(by * max(m.list.lines/2, 1))
}

// enter gives the timeline the keys.
func (m *Model) enter() tea.Cmd {
	m.isInside = true
	return m.wish()
}

// leave gives the list the keys.
func (m *Model) leave() tea.Cmd {
	m.isInside = false
	return nil
}

func (m *Model) other() tea.Cmd {
	if m.isInside {
		return m.leave()
	}
	return m.enter()
}

// find has the filter typed.
func (m *Model) find() tea.Cmd {
	m.mode, m.isInside = filtering, false
	return nil
}

// unfilter shows all sessions again. The chosen one stays chosen.
func (m *Model) unfilter() tea.Cmd {
	m.filter.set("")
	m.texts.ask("")
	m.refill()
	return m.wish()
}

// wheel is how many lines a notch of the wheel scrolls.
const wheel = 3

// mouse carries out what the mouse does: the wheel scrolls what is below it, a click chooses, and one on what is chosen opens it.
func (m *Model) mouse(msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	if m.mode == helping || m.mode == choosing || m.mode == answering {
		return nil
	}
	line, isRight := at.Y-1, m.isInside && !m.isWide() || m.isWide() && at.X >= m.listWidth()
	switch msg.(type) {
	case tea.MouseWheelMsg:
		if at.Button == tea.MouseWheelUp {
			return m.roll(-wheel, isRight)
		}
		return m.roll(wheel, isRight)
	case tea.MouseClickMsg:
		if at.Button == tea.MouseLeft && line < m.body() {
			return m.click(line, at.X, isRight)
		}
	}
	return nil
}

// roll scrolls what is below the mouse.
func (m *Model) roll(by int, isRight bool) tea.Cmd {
	switch {
	case isRight && m.isEntries():
		m.output.scroll(by, m.body())
	case isRight:
		m.timeline.scroll(by)
	default:
		m.list.move(by)
		return m.wish()
	}
	return nil
}

// click chooses what was clicked: in line -1 the name of a view.
func (m *Model) click(line, column int, isRight bool) tea.Cmd {
	v, isView := viewAt(column)
	switch {
	case line < 0 && isView:
		return m.show(v)
	case line < 0:
		return nil
	case isRight:
		m.isInside = true
		if !m.isEntries() {
			m.timeline.choose(line - timelineHead)
		}
		return nil
	}
	before, wasInside := m.list.at, m.isInside
	if !m.list.choose(line) {
		return nil
	}
	m.isInside = before == m.list.at && !wasInside
	return m.wish()
}

// viewAt returns the view whose name stands in a column of the bar.
func viewAt(column int) (view, bool) {
	at := plain.Width("stead")
	for v := range views {
		width := plain.Width(view(v).label())
		if at++; column >= at && column < at+width {
			return view(v), true
		}
		at += width
	}
	return 0, false
}
