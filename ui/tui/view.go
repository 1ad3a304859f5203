package tui

import (
	"cmp"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"

	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/ui/tui/pane"
)

const (
	// sideBySide is the minimum width, in cells, of a terminal that shows the list and the timeline side by side.
	sideBySide = 100
	// around is the number of lines around the panes: the title above, and below them a line for input and one for the
	// keys.
	around = 3
	// timelineHead is the number of lines at the top of the pane that describe the session.
	timelineHead = 2
)

// body returns the number of lines of the panes.
func (m *Model) body() int { return max(m.height-around, 1) }

// listWidth returns the width of the list: two fifths of the screen beside a timeline, one fifth beside a table.
func (m *Model) listWidth() int {
	switch {
	case !m.isWide():
		return m.width
	case m.lists.view == Statistics:
		return m.width / 5
	}
	return m.width * 2 / 5
}

// paneWidth returns the width of the pane beside the list, or in its place.
func (m *Model) paneWidth() int {
	if m.isWide() {
		return m.width - m.listWidth() - len(" | ")
	}
	return m.width
}

// View implements tea.Model.
func (m *Model) View() tea.View {
	lines := append([]string{head(m)}, panes(m)...)
	lines = append(lines, foot(m), keys(m))
	v := tea.NewView(over(m, strings.Join(lines, "\n")))
	v.AltScreen, v.MouseMode, v.WindowTitle = true, tea.MouseModeCellMotion, windowTitle(m)
	return v
}

// windowTitle includes the number of waiting runs, so that it is visible in a tab, too.
func windowTitle(m *Model) string {
	if n := m.lists.counts.Waiting; n > 0 {
		return fmt.Sprintf("(%d) stead", n)
	}
	return "stead"
}

// bar returns the line of the views.
func (m *Model) bar() bar {
	b := bar{view: m.lists.view, counts: m.lists.counts, width: m.width}
	if all := m.lists.all[Sessions].board; all != nil {
		b.sessions = all.Len()
	}
	return b
}

// head returns the top line: the views and, if there is room, the chosen session.
func head(m *Model) string {
	left, right := m.bar().draw(), ""
	if room := m.width - plain.Width(left) - 2; hasSession(m) && m.isWide() && room > 0 {
		right = pane.Faint.Render(pane.LineEnd(m.row().Reference+" "+m.machine.Tilde(m.row().Folder()), room))
	}
	return pane.Apart(left, right, m.width)
}

// panes returns the lines in between: the list, the pane beside it, or both.
func panes(m *Model) []string {
	switch {
	case m.isWide():
		left, right := listLines(m), told(m)
		for i := range left {
			left[i] += pane.Faint.Render("│") + " " + right[i]
		}
		return left
	case m.isInside:
		return told(m)
	}
	return listLines(m)
}

// padded fills lines up to the height of a pane.
func padded(lines []string, width, body int) []string {
	for len(lines) < body {
		lines = append(lines, strings.Repeat(" ", width))
	}
	return lines[:body]
}

// told returns the lines of the pane beside the list.
func told(m *Model) []string {
	width := m.paneWidth()
	if _, isAny := m.lists.chosen(); !isAny {
		return padded(nil, width, m.body())
	}
	if !m.lists.view.showsSessions() {
		return padded(m.beside.output.View(), width, m.body())
	}
	if isElsewhere(m) {
		return padded(elsewhereLines(m, width), width, m.body())
	}
	session := &m.beside.session
	row := m.beside.shown.row
	if isPictured(m) || m.work.isVisible(m) {
		row = m.row() // its session may still have to be read
	}
	title := cmp.Or(row.Title, row.ID)
	size := ""
	if n := session.Steps.Turns(); n > 0 {
		size = " " + transcript.Count(n, "turn")
	}
	if tokens := m.beside.fit.String(); tokens != "" {
		size += " · " + tokens
	}
	remark := join(m.running.remark(m), m.work.remark(m))
	lines := []string{
		pane.Apart(pane.Bold.Render(pane.Line(title, max(width-plain.Width(size), 1))), pane.Faint.Render(size), width),
		pane.Filled(pane.Faint.Render(plain.Fit(remark, width)), width),
	}
	switch {
	case m.work.isVisible(m):
		return padded(append(lines, m.work.diff.View()...), width, m.body())
	case isPictured(m):
		return padded(append(lines, m.running.lines(m, width, m.body()-len(lines))...), width, m.body())
	}
	if said := session.Remark(); said != "" {
		lines[1] = pane.Apart(pane.Faint.Render(plain.Fit(remark, width/2)), pane.Faint.Render(plain.Fit(said, width)), width)
	}
	if err := session.Failure(); err != nil {
		return padded(append(lines, failure("This session cannot be read.", err, width)...), width, m.body())
	}
	return padded(append(lines, session.View(width, m.isInside)...), width, m.body())
}

// join joins two remarks, of which either may be missing.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " · " + b
}

// elsewhereLines say where a session is, and what shows it.
func elsewhereLines(m *Model, width int) []string {
	machine := m.row().Machine
	texts := []string{"on " + machine + ": enter shows it"}
	switch {
	case !m.row().Seen.IsZero():
		texts = []string{"on " + machine + ", which is away: as it was last"}
	case hasRun(m):
		texts = append(texts, "Its terminal is not shown here: a attaches to it on "+machine+".")
	}
	lines := []string{pane.Filled(pane.Bold.Render(pane.Line(m.row().Title, width)), width)}
	for _, text := range texts {
		lines = append(lines, pane.Filled(pane.Faint.Render(pane.Line(text, width)), width))
	}
	return lines
}

// failure describes what cannot be shown, why, and how to try again.
func failure(title string, err error, width int) []string {
	lines := []string{pane.Filled(pane.Red.Render(plain.Fit(title, width)), width)}
	for _, line := range append(pane.Wrapped(err.Error(), width-1), "", "Ctrl-r tries again.") {
		lines = append(lines, pane.Filled(line, width))
	}
	return lines
}

// foot returns the line for input, or for the result of the last act.
func foot(m *Model) string {
	s := m.lists.shown()
	typed := func(label string, field *pane.Field) string {
		return pane.Filled(label+field.Shown(m.width-plain.Width(label)), m.width)
	}
	said := func(text string) string { return pane.Filled(pane.Line(text, m.width), m.width) }
	switch {
	case m.mode == filtering:
		return typed("/ ", &s.filter)
	case m.mode == finding:
		return typed("find in this session: ", &m.text)
	case m.mode == sending:
		return typed("send to "+pane.Line(m.row().Reference, m.width/3)+": ", &m.text)
	case m.mode == confirming:
		return pane.Yellow.Render(said(m.act.Asks + " (y, n)"))
	case m.note != "":
		return said(m.note)
	case s.err != nil && !s.hasFailed():
		return pane.Red.Render(said("the " + strings.ToLower(views[m.lists.view].name) + " cannot be listed: " +
			s.err.Error()))
	case s.filter.Value() != "":
		return said("/ " + s.filter.Value())
	case m.picks:
		return said("Pick a session: enter continues it in another CLI.")
	case len(s.warnings) > 0:
		return pane.Faint.Render(said(s.warnings[0].Error()))
	}
	return strings.Repeat(" ", m.width)
}

// over lays the dialog or the help over the screen.
func over(m *Model, screen string) string {
	box := ""
	switch {
	case m.mode == choosing && m.dialog != nil:
		box = m.dialog.view(m.width, m.height)
	case m.mode == helping:
		box = helpBox(m)
	case m.mode == answering && m.question != nil:
		box = m.question.view(m.width, m.height)
	default:
		return screen
	}
	x, y := max((m.width-lipgloss.Width(box))/2, 0), max((m.height-lipgloss.Height(box))/2, 0)
	return lipgloss.NewCompositor(lipgloss.NewLayer(screen), lipgloss.NewLayer(box).X(x).Y(y).Z(1)).Render()
}

// listLines returns the lines of the list's pane.
func listLines(m *Model) []string {
	width, s := m.listWidth(), m.lists.shown()
	switch {
	case s.hasFailed():
		return padded(failure("The "+strings.ToLower(views[m.lists.view].name)+" cannot be listed.", s.err, width), width,
			m.body())
	case s.isEmpty():
		return padded(emptyLines(m, width), width, m.body())
	case !s.isListed && s.isLate:
		return padded([]string{pane.Filled(pane.Faint.Render("reading"), width)}, width, m.body())
	}
	r := rows{width: width - 1, now: m.now(), isFocused: !m.isInside}
	var lines []string
	for at := s.list.top; at < min(s.list.top+m.body(), len(s.list.items)); at++ {
		lines = append(lines, pane.Filled(r.line(s.list.items[at], at == s.list.at), width))
	}
	if len(lines) > 0 {
		lines[0] = pane.Apart(lines[0], pane.Yellow.Render(unseen(s)), width)
	}
	return padded(lines, width, m.body())
}

// unseen describes what is out of sight: new lists that wait while the user moves, and sessions that wait or work.
func unseen(s *showing) string {
	above := s.list.above()
	switch {
	case s.news > 0:
		return fmt.Sprintf(" %d new ", s.news)
	case above > 0:
		return fmt.Sprintf(" %d active above ", above)
	}
	return ""
}

// emptyLines say why the list is empty: what was looked for, and where.
func emptyLines(m *Model, width int) []string {
	s := m.lists.shown()
	texts := []string{views[m.lists.view].empty}
	switch filter := s.filter.Value(); {
	case filter != "" && m.lists.view == Sessions:
		texts = []string{"No session has “" + filter + "” in its title, project, CLI, branch, model or id. esc shows all."}
	case filter != "":
		texts = []string{"Nothing here has “" + filter + "”. esc shows all."}
	case len(s.places) > 0:
		texts = append(append(texts, "", "Looked for in:"), s.places...)
		texts = append(texts, "", "stead doctor says what stead finds of each CLI.")
	}
	var lines []string
	for _, text := range texts {
		for _, line := range pane.Wrapped(text, width-2) {
			lines = append(lines, pane.Filled(pane.Faint.Render(line), width))
		}
	}
	return lines
}
