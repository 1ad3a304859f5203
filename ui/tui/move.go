package tui

import (
	tea "charm.land/bubbletea/v2"

	"stead/ui/tui/pane"
)

// step moves in the pane that has the keyboard focus.
func step(m *Model, by int) tea.Cmd {
	switch {
	case m.isInside && !m.lists.view.showsSessions():
		m.beside.output.Scroll(by)
	case m.work.isVisible(m):
		m.work.diff.Scroll(by)
	case m.isInside && isPictured(m):
		m.running.picture.Scroll(by)
	case m.isInside && by == pane.End:
		m.beside.session.Steps.Window.End()
	case m.isInside:
		m.beside.session.Steps.Window.Move(by)
	default:
		m.lists.shown().list.move(by)
		return m.wish()
	}
	return nil
}

// page moves by half a page.
func page(m *Model, by int) tea.Cmd {
	switch {
	case m.isInside && !m.lists.view.showsSessions():
		m.beside.output.Page(by)
	case m.work.isVisible(m):
		m.work.diff.Page(by)
	case m.isInside && isPictured(m):
		m.running.picture.Page(by)
	case m.isInside:
		m.beside.session.Steps.Window.Page(by)
	default:
		return step(m, by*max(m.lists.shown().list.lines/2, 1))
	}
	return nil
}

// enter moves the keyboard focus to the pane beside the list, unless the session is on another machine: there is
// nothing to move in. The pane then shows the timeline.
func enter(m *Model) tea.Cmd {
	if isElsewhere(m) {
		return nil
	}
	m.isInside, m.running.isInside, m.work.isShown = true, false, false
	return m.wish()
}

// leave moves the keyboard focus to the list.
func leave(m *Model) tea.Cmd {
	m.isInside = false
	return nil
}

func other(m *Model) tea.Cmd {
	if m.isInside {
		return leave(m)
	}
	return enter(m)
}

// show shows another view.
func show(m *Model, v View) tea.Cmd {
	if v == m.lists.view {
		return leave(m)
	}
	m.isInside, m.mode = false, looking
	m.texts.ask("")
	m.beside.leave()
	look := m.lists.show(v, m.body())
	m.beside.output.Resize(m.paneWidth(), m.body())
	m.lists.refill(m.texts)
	return tea.Batch(look, m.wish())
}

// nextWaiting chooses the next line that needs the user, and begins again at the first one after the last one.
func nextWaiting(m *Model) tea.Cmd {
	if at := m.lists.shown().list.nextWaiting(); at >= 0 {
		l := &m.lists.shown().list
		l.move(at - l.at)
	}
	return m.wish()
}

// refresh reads the list and the pane beside it again, and lets rows move to their places.
func refresh(m *Model) tea.Cmd {
	m.touched = m.touched.Add(-atRest)
	m.beside.forget()
	m.work.forget()
	if m.work.isVisible(m) {
		return tea.Batch(m.lists.look(), m.work.show(m))
	}
	return tea.Batch(m.lists.look(), m.wish())
}

// filter lets the user type the filter.
func filter(m *Model) tea.Cmd {
	m.mode, m.isInside = filtering, false
	return nil
}

// unfilter shows all lines again. The chosen line stays chosen.
func unfilter(m *Model) tea.Cmd {
	m.lists.shown().filter.Set("")
	m.texts.ask("")
	m.lists.refill(m.texts)
	return m.wish()
}

// refilter shows the lines that match the filter, from the top.
func refilter(m *Model) tea.Cmd {
	var ask tea.Cmd
	if m.lists.view == Sessions {
		ask = m.texts.ask(m.lists.shown().filter.Value())
	}
	m.lists.refill(m.texts)
	m.lists.shown().list.move(-pane.End)
	return tea.Batch(ask, m.wish())
}

// find lets the user type a text to find within the session.
func find(m *Model) tea.Cmd {
	m.mode = finding
	m.text.Set("")
	return nil
}

// change goes to the next or the previous change of a file.
func change(m *Model, by int) tea.Cmd {
	if !m.beside.session.Steps.Change(by) {
		m.note = "no further change of a file in this direction"
	}
	return nil
}

// wheel is the number of lines per notch of the mouse wheel.
const wheel = 3

// mouse handles the mouse: the wheel scrolls the pane under the pointer, a click chooses a line, and a click on the
// chosen line opens it.
func mouse(m *Model, msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	if m.mode == helping || m.mode == choosing || m.mode == answering {
		return nil
	}
	line, isRight := at.Y-1, m.isInside && !m.isWide() || m.isWide() && at.X >= m.listWidth()
	switch msg.(type) {
	case tea.MouseWheelMsg:
		if at.Button == tea.MouseWheelUp {
			return roll(m, -wheel, isRight)
		}
		return roll(m, wheel, isRight)
	case tea.MouseClickMsg:
		if at.Button == tea.MouseLeft && line < m.body() {
			return click(m, line, at.X, isRight)
		}
	}
	return nil
}

// roll scrolls the pane under the pointer.
func roll(m *Model, by int, isRight bool) tea.Cmd {
	switch {
	case isRight && !m.lists.view.showsSessions():
		m.beside.output.Scroll(by)
	case isRight && m.work.isVisible(m):
		m.work.diff.Scroll(by)
	case isRight && isPictured(m):
		m.running.picture.Scroll(by)
	case isRight:
		m.beside.session.Steps.Window.Scroll(by)
	default:
		m.lists.shown().list.move(by)
		return m.wish()
	}
	return nil
}

// click chooses the clicked item. Line -1 has the names of the views.
func click(m *Model, line, column int, isRight bool) tea.Cmd {
	v, isView := m.bar().at(column)
	switch {
	case line < 0 && isView:
		return show(m, v)
	case line < 0:
		return nil
	case isRight:
		if m.isInside && !isReading(m) && m.lists.view.showsSessions() {
			return nil // there is nothing to choose in a picture or a diff
		}
		wasPictured := isPictured(m)
		m.isInside, m.running.isInside = true, false
		if m.lists.view.showsSessions() && !wasPictured {
			m.beside.session.Steps.Window.Choose(line - timelineHead)
		}
		return nil
	}
	list := &m.lists.shown().list
	before, wasInside := list.at, m.isInside
	if !list.choose(line) {
		return nil
	}
	m.isInside, m.running.isInside = before == list.at && !wasInside, false
	return m.wish()
}
