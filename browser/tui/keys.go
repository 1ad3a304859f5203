package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"stead/internal/plain"
	"stead/signals"
)

// binding is what a key does.
type binding struct {
	keys []string
	// shown is how people write the keys, does what they do, short the same for the line below all; empty where it is not said there.
	shown, does, short string
	do                 func(*Model) tea.Cmd
	// works reports whether the keys do something here. Nil is everywhere.
	works func(*Model) bool
}

// bindings are all keys, in the order in which the help shows them.
func bindings() []binding {
	return []binding{
		{[]string{"j", "down"}, "j k", "the next session or step, the one before; the arrows, too", "", func(m *Model) tea.Cmd { return m.move(1) }, nil},
		{[]string{"k", "up"}, "", "", "", func(m *Model) tea.Cmd { return m.move(-1) }, nil},
		{[]string{"g", "home"}, "g G", "the first, the last; in a timeline: follow its end", "", func(m *Model) tea.Cmd { return m.move(-end) }, nil},
		{[]string{"G", "end"}, "", "", "", func(m *Model) tea.Cmd { return m.move(end) }, nil},
		{[]string{"ctrl+d", "pgdown"}, "Ctrl-d", "half a page down, Ctrl-u: up", "", func(m *Model) tea.Cmd { return m.page(1) }, nil},
		{[]string{"ctrl+u", "pgup"}, "", "", "", func(m *Model) tea.Cmd { return m.page(-1) }, nil},
		{[]string{"enter", "right", "l"}, "enter", "open the timeline", "open", (*Model).enter, isOutside},
		{[]string{"esc", "left", "h"}, "esc", "back", "back", (*Model).leave, isInside},
		{[]string{"esc"}, "esc", "show all sessions again", "", (*Model).unfilter, isFiltered},
		{[]string{"tab"}, "tab", "the other pane", "", (*Model).other, nil},
		{[]string{"]"}, "] [", "next turn, the one before", "", func(m *Model) tea.Cmd { m.timeline.turn(1); return nil }, isInside},
		{[]string{"["}, "", "", "", func(m *Model) tea.Cmd { m.timeline.turn(-1); return nil }, isInside},
		{[]string{"/"}, "/", "filter the list, and search the texts of all sessions", "filter", (*Model).find, nil},
		{[]string{"o"}, "o", "resume in its own CLI", "resume", (*Model).resume, hasSession},
		{[]string{"c"}, "c", "continue in another CLI", "continue", (*Model).goOn, hasSession},
		{[]string{"f"}, "f", "fork: in a timeline at the chosen step", "fork", (*Model).fork, hasSession},
		{[]string{"v"}, "v", "show it whole, in the pager", "", (*Model).whole, hasSession},
		{[]string{"r"}, "r", "replay it", "", (*Model).replay, hasSession},
		{[]string{"y"}, "y", "copy its reference", "", (*Model).copy, hasSession},
		{[]string{"a"}, "a", "attach to its run", "attach", (*Model).attach, hasRun},
		{[]string{"s"}, "s", "send its run a text", "send", (*Model).send, hasRun},
		{[]string{"S"}, "S", "end its run (asks)", "", (*Model).stop, hasRun},
		{[]string{"p"}, "p", "show what its run asks, and answer", "answer", (*Model).answerRun, isAsked},
		{[]string{"b"}, "b", "give several CLIs the same prompt from here (A/B)", "", (*Model).contest, hasSession},
		{[]string{"m"}, "m", "mark it, to compare another one with it", "", (*Model).mark, hasSession},
		{[]string{"="}, "=", "compare it with the marked one", "", (*Model).compare, hasMark},
		{[]string{"e"}, "e", "edit a copy of it in your editor", "", (*Model).edit, hasSession},
		{[]string{"E"}, "E", "export it, as a page for the browser", "", (*Model).export, hasSession},
		{[]string{"."}, ".", "follow the end of the timeline", "", (*Model).follow, hasSession},
		{[]string{"1"}, "1 … 5", "sessions, runs, contests, chains, statistics", "", func(m *Model) tea.Cmd { return m.show(sessions) }, nil},
		{[]string{"2"}, "", "", "", func(m *Model) tea.Cmd { return m.show(working) }, nil},
		{[]string{"3"}, "", "", "", func(m *Model) tea.Cmd { return m.show(contests) }, nil},
		{[]string{"4"}, "", "", "", func(m *Model) tea.Cmd { return m.show(chains) }, nil},
		{[]string{"5"}, "", "", "", func(m *Model) tea.Cmd { return m.show(figures) }, nil},
		{[]string{"?", ":", "ctrl+k"}, "?", "these keys: type to search them, enter does it", "", (*Model).help, nil},
		{[]string{"q", "ctrl+c"}, "q", "quit", "quit", func(*Model) tea.Cmd { return tea.Quit }, nil},
	}
}

// end is farther than any list is long.
const end = 1 << 40

func isInside(m *Model) bool   { return m.isInside }
func isOutside(m *Model) bool  { return !m.isInside && (hasSession(m) || m.entry() != nil) }
func isFiltered(m *Model) bool { return !m.isInside && m.filter.value() != "" }

func hasSession(m *Model) bool {
	i, ok := m.list.chosen()
	return ok && i.entry == nil
}

// hasMark reports whether another session than the chosen one is marked.
func hasMark(m *Model) bool { return hasSession(m) && m.marked != "" && m.marked != m.row().Reference }

// isAsked reports whether the chosen session's run waits for a permission.
func isAsked(m *Model) bool { return hasRun(m) && m.row().Origin.State == signals.Permission }

// entry is the chosen line of a view without sessions. Nil where there is none.
func (m *Model) entry() *Entry {
	i, _ := m.list.chosen()
	return i.entry
}

// hasRun reports whether a run of stead's works on the chosen session.
func hasRun(m *Model) bool {
	i, ok := m.list.chosen()
	return ok && i.row.Origin.Run != "" && i.row.Origin.State != "" && !i.row.Origin.State.Ended()
}

func (b binding) worksIn(m *Model) bool { return b.works == nil || b.works(m) }

// key carries out a key.
func (m *Model) key(k tea.KeyPressMsg) tea.Cmd {
	if k.String() == "ctrl+c" {
		return tea.Quit
	}
	switch m.mode {
	case filtering:
		return m.keyOfFilter(k)
	case sending:
		return m.keyOfSending(k)
	case stopping:
		return m.keyOfStopping(k)
	case choosing:
		return m.keyOfDialog(k)
	case helping:
		return m.keyOfHelp(k)
	case answering:
		return m.keyOfAnswering(k)
	case confirming:
		return m.keyOfConfirming(k)
	case looking:
	}
	m.note = ""
	if a, ok := m.entry().act(k.String()); ok {
		return m.acts(a)
	}
	for _, b := range bindings() {
		if slices.Contains(b.keys, k.String()) && b.worksIn(m) {
			return b.do(m)
		}
	}
	return nil
}

// keys is the line that says what works here.
func (m *Model) keys() string {
	var parts []string
	switch m.mode {
	case filtering:
		parts = []string{"enter keep", "esc show all", "↓ ↑ choose"}
	case sending:
		parts = []string{"enter send", "esc"}
	default:
		parts = []string{"? keys"}
		if e := m.entry(); e != nil {
			for _, a := range e.Acts {
				parts = append(parts, a.Key+" "+a.Does)
			}
		}
		for _, b := range bindings() {
			if b.short != "" && b.worksIn(m) {
				parts = append(parts, b.shown+" "+b.short)
			}
		}
	}
	return filled(faint.Render(fitting(parts, m.width)), m.width)
}

// fitting joins as many of the parts as fit.
func fitting(parts []string, width int) string {
	line := ""
	for _, p := range parts {
		if plain.Width(line)+plain.Width(p) > width {
			break
		}
		line += p + "  "
	}
	return line
}

func (m *Model) keyOfFilter(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "enter":
		m.mode = looking
		return m.wish()
	case "esc":
		m.mode = looking
		return m.unfilter()
	case "down", "ctrl+n":
		return m.move(1)
	case "up", "ctrl+p":
		return m.move(-1)
	}
	if !m.filter.take(k) {
		return nil
	}
	return m.refilter()
}

// refilter shows what the filter keeps, from the top.
func (m *Model) refilter() tea.Cmd {
	ask := m.texts.ask(m.filter.value())
	m.refill()
	m.list.move(-end)
	return tea.Batch(ask, m.wish())
}

// paste puts a text where somebody types.
func (m *Model) paste(text string) tea.Cmd {
	switch {
	case m.mode == filtering:
		m.filter.add(text)
		return m.refilter()
	case m.mode == sending:
		m.text.add(text)
	case m.mode == choosing && m.dialog.isTyping():
		m.dialog.prompt.add(text)
	}
	return nil
}
