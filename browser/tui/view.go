package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"stead/internal/plain"
	"stead/internal/transcript"
)

const (
	// sideBySide is how many cells a terminal has at least for the list and the timeline beside each other.
	sideBySide = 100
	// around is how many lines stand around the panes: the title above, a line for what is typed and one for the keys below.
	around = 3
	// timelineHead is how many lines of its pane say whose timeline it is.
	timelineHead = 2
)

// body is how many lines the panes have.
func (m *Model) body() int { return max(m.height-around, 1) }

// listWidth is how wide the list is: two fifths beside a timeline.
func (m *Model) listWidth() int {
	if m.isWide() {
		return m.width * 2 / 5
	}
	return m.width
}

// timelineWidth is how wide the timeline is.
func (m *Model) timelineWidth() int {
	if m.isWide() {
		return m.width - m.listWidth() - len(" | ")
	}
	return m.width
}

// View implements tea.Model.
func (m *Model) View() tea.View {
	lines := append([]string{m.head()}, m.panes()...)
	lines = append(lines, m.foot(), m.keys())
	v := tea.NewView(m.over(strings.Join(lines, "\n")))
	v.AltScreen, v.MouseMode, v.WindowTitle = true, tea.MouseModeCellMotion, m.windowTitle()
	return v
}

// windowTitle counts what waits, so that it is seen in a tab, too.
func (m *Model) windowTitle() string {
	if m.board == nil || m.board.Waiting == 0 {
		return "stead"
	}
	return fmt.Sprintf("(%d) stead", m.board.Waiting)
}

// head is the line above all.
func (m *Model) head() string {
	left := bold.Render("stead") + m.bar()
	if m.board != nil && !m.isEntries() {
		left += "  " + thousands(m.board.Len())
		if n := m.board.Waiting; n > 0 {
			left += yellow.Render(fmt.Sprintf("  %d waiting", n))
		}
		if n := m.board.Working; n > 0 {
			left += green.Render(fmt.Sprintf("  %d working", n))
		}
	}
	right := ""
	if i, ok := m.list.chosen(); ok && i.entry == nil && m.isWide() {
		right = plain.FitEnd(plain.Line(i.row.Reference+" "+m.machine.Tilde(i.row.Folder())), max(m.width-plain.Width(left)-2, 0))
	}
	return apart(left, right, m.width)
}

// thousands writes a number so that it can be read.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%d,%03d", n/1000, n%1000)
}

// panes are the lines between: the list, the timeline, or both.
func (m *Model) panes() []string {
	switch {
	case m.isWide():
		left, right := m.sessions(), m.told()
		for i := range left {
			left[i] += faint.Render("│") + " " + right[i]
		}
		return left
	case m.isInside:
		return m.told()
	}
	return m.sessions()
}

// padded makes lines as many as the panes have.
func (m *Model) padded(lines []string, width int) []string {
	for len(lines) < m.body() {
		lines = append(lines, strings.Repeat(" ", width))
	}
	return lines[:m.body()]
}

// told are the lines of the timeline's pane.
func (m *Model) told() []string {
	width := m.timelineWidth()
	if m.isEntries() {
		return m.padded(m.output.view(width, m.body()), width)
	}
	title := m.shown.row.Title
	if title == "" {
		title = m.shown.row.ID
	}
	turns := ""
	if n := m.turns(); n > 0 {
		turns = " " + transcript.Count(n, "turn")
	}
	head := []string{
		apart(bold.Render(plain.Fit(plain.Line(title), max(width-len(turns), 1))), faint.Render(turns), width),
		apart("", faint.Render(plain.Fit(m.timeline.remark(), width)), width),
	}
	return m.padded(append(head, m.timeline.view(width, m.isInside)...), width)
}

// turns counts the turns of the session that is shown.
func (m *Model) turns() int {
	if n := len(m.timeline.blocks); n > 0 {
		return m.timeline.blocks[n-1].Turn
	}
	return 0
}

// foot is the line in which somebody types, or reads what an act came to.
func (m *Model) foot() string {
	switch {
	case m.mode == filtering:
		return filled("/ "+m.filter.shown(m.width-2), m.width)
	case m.mode == sending:
		label := "send to " + plain.Line(m.row().Reference) + ": "
		return filled(label+m.text.shown(m.width-plain.Width(label)), m.width)
	case m.mode == confirming:
		return filled(yellow.Render(plain.Fit(plain.Line(m.act.Asks)+" (y, n)", m.width)), m.width)
	case m.mode == stopping:
		return filled(yellow.Render("end the run of "+plain.Line(m.row().Reference)+"? its session stays (y, n)"), m.width)
	case m.note != "":
		return filled(plain.Fit(plain.Line(m.note), m.width), m.width)
	case m.filter.value() != "":
		return filled(plain.Fit("/ "+m.filter.value(), m.width), m.width)
	case len(m.warnings) > 0:
		return filled(faint.Render(plain.Fit(plain.Line(m.warnings[0].Error()), m.width)), m.width)
	}
	return strings.Repeat(" ", m.width)
}

// over lays the dialog or the help over the screen.
func (m *Model) over(screen string) string {
	box := ""
	switch {
	case m.mode == choosing && m.dialog != nil:
		box = m.dialog.view(m.width, m.height)
	case m.mode == helping:
		box = m.helpBox()
	case m.mode == answering && m.question != nil:
		box = m.question.view(m.width, m.height)
	default:
		return screen
	}
	x, y := max((m.width-lipgloss.Width(box))/2, 0), max((m.height-lipgloss.Height(box))/2, 0)
	return lipgloss.NewCompositor(lipgloss.NewLayer(screen), lipgloss.NewLayer(box).X(x).Y(y).Z(1)).Render()
}

// sessions are the lines of the list's pane.
func (m *Model) sessions() []string {
	width := m.listWidth()
	if (m.board != nil || m.hasEntries) && len(m.list.items) == 0 {
		return m.padded(m.nothing(width), width)
	}
	r := rows{width: width - 1, now: m.now(), isFocused: !m.isInside}
	var lines []string
	for at := m.list.top; at < min(m.list.top+m.body(), len(m.list.items)); at++ {
		lines = append(lines, filled(r.line(m.list.items[at], at == m.list.at), width))
	}
	return m.padded(lines, width)
}

// nothing says why the list is empty.
func (m *Model) nothing(width int) []string {
	text := views[m.view].empty
	if m.filter.value() != "" {
		text = "No session has this. esc shows all."
		if m.view != sessions {
			text = "Nothing here has this. esc shows all."
		}
	}
	var lines []string
	for line := range strings.SplitSeq(plain.Wrap(text, width-2), "\n") {
		lines = append(lines, filled(faint.Render(line), width))
	}
	return lines
}
