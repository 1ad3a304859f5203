package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"stead/catalog/listing"
	"stead/internal/term/plain"
	"stead/ui/tui/pane"
)

// binding describes the effect of a key.
type binding struct {
	keys []string
	// shown is how people write the keys. Does describes their effect. Short is its short form for the bottom line; it is
	// empty if the line leaves the keys out.
	shown, does, short string
	do                 func(*Model) tea.Cmd
	// when says when the keys work. Nil means always.
	when *condition
}

// bindings returns all keys, in the order of the help.
func bindings() []binding { return slices.Concat(moves(), insides(), verbs(), everywhere()) }

// moves returns the keys that move.
func moves() []binding {
	return []binding{
		{[]string{"j", "down"}, "j k", "the next line or step, the one before; the arrows, too", "",
			func(m *Model) tea.Cmd { return step(m, 1) }, nil},
		{[]string{"k", "up"}, "", "", "", func(m *Model) tea.Cmd { return step(m, -1) }, nil},
		{[]string{"g", "home"}, "g G", "the first, the last; in a timeline G follows its end", "",
			func(m *Model) tea.Cmd { return step(m, -pane.End) }, nil},
		{[]string{"G", "end"}, "", "", "", func(m *Model) tea.Cmd { return step(m, pane.End) }, nil},
		{[]string{"ctrl+d", "pgdown"}, "Ctrl-d", "half a page down, Ctrl-u: up", "",
			func(m *Model) tea.Cmd { return page(m, 1) }, nil},
		{[]string{"ctrl+u", "pgup"}, "", "", "", func(m *Model) tea.Cmd { return page(m, -1) }, nil},
		{[]string{"enter"}, "enter", "continue it in another CLI", "continue", goOn, whilePicking},
		{[]string{"enter", "right", "l"}, "enter", "show it, on its machine", "show", whole, whileElsewhere},
		{[]string{"enter", "right", "l"}, "enter", "open what stands beside the list", "open", enter, whileOutside},
		{[]string{"esc"}, "esc", "end the search within the session", "end search",
			func(m *Model) tea.Cmd { return m.beside.session.Find("") }, whileFinding},
		{[]string{"n"}, "n N", "the next hit, the one before", "next hit",
			func(m *Model) tea.Cmd { return m.beside.session.Next(1) }, whileFinding},
		{[]string{"N"}, "", "", "", func(m *Model) tea.Cmd { return m.beside.session.Next(-1) }, toFind},
		{[]string{"esc", "left"}, "esc", "back to the list", "back", leave, whileInside},
		{[]string{"esc"}, "esc", "show all lines again", "", unfilter, whileFiltered},
		{[]string{"tab"}, "tab", "the other pane", "", other, nil},
	}
}

// insides returns the keys of a timeline, and those that find something.
func insides() []binding {
	return []binding{
		{[]string{"space"}, "space", "open the chosen step: a call with all that it returned; again: fold it", "fold",
			func(m *Model) tea.Cmd { return m.beside.session.Open(pane.Whole) }, aTimeline},
		{[]string{"v"}, "v", "the step's raw record, as its CLI wrote it; again: rendered", "raw",
			func(m *Model) tea.Cmd { return m.beside.session.Open(pane.Raw) }, aTimeline},
		{[]string{"/"}, "/", "find a text within the session", "find", find, whileReading},
		{[]string{"]"}, "] [", "the next turn, the one before", "turn",
			func(m *Model) tea.Cmd { m.beside.session.Steps.Turn(1); return nil }, aTimeline},
		{[]string{"["}, "", "", "", func(m *Model) tea.Cmd { m.beside.session.Steps.Turn(-1); return nil }, aTimeline},
		{[]string{"}"}, "} {", "the next change of a file, the one before", "change",
			func(m *Model) tea.Cmd { return change(m, 1) }, aTimeline},
		{[]string{"{"}, "", "", "", func(m *Model) tea.Cmd { return change(m, -1) }, aTimeline},
		{[]string{"/"}, "/", "filter the list; of sessions, search their texts, too", "filter", filter, outsideATimeline},
		{[]string{"."}, ".", "follow the end of the timeline", "",
			func(m *Model) tea.Cmd { m.beside.session.Steps.Window.End(); return nil }, aSession},
	}
}

// verbs returns the keys that carry out stead's verbs on the chosen session.
func verbs() []binding {
	return []binding{
		{[]string{"p"}, "p", "show what its run asks, and answer", "answer", answerRun, aQuestion},
		{[]string{"!"}, "!", "the next one that needs you", "next", nextWaiting, oneThatWaits},
		{[]string{"w"}, "w", "its terminal, live; again: its timeline", "terminal", swap, aTerminal},
		{[]string{"d"}, "d", "the changes of files in its run's folder (diff)", "diff", changes, aFolder},
		{[]string{"a"}, "a", "attach to its run", "attach", attach, aRun},
		{[]string{"s"}, "s", "send its run a text", "send", send, aRun},
		{[]string{"x"}, "x", "switch its run to another CLI, in the same terminal", "", switchRun, aTerminal},
		{[]string{"S"}, "S", "end its run (asks)", "stop", stop, aRun},
		{[]string{"o"}, "o", "resume in its own CLI", "resume", resume, aSessionHere},
		{[]string{"c"}, "c", "continue in another CLI", "continue", goOn, aSession},
		{[]string{"n"}, "n", "a new session, in the folder in which stead was started", "new", begin, outsideForNew},
		{[]string{"f"}, "f", "fork: in a timeline at the chosen step", "fork", fork, aSessionHere},
		{[]string{"b"}, "b", "give several CLIs the same prompt from here (A/B)", "A/B", contest, aSessionHere},
		{[]string{"h"}, "h", "have CLIs work one after the other from here (chain)", "chain", chain, aSessionHere},
		{[]string{"m"}, "m", "mark it, to compare another one with it", "mark", mark, aSessionHere},
		{[]string{"="}, "=", "compare it with the marked one", "compare", compare, aMark},
		{[]string{"r"}, "r", "replay it", "", replay, aSession},
		{[]string{"e"}, "e", "edit a copy of it in your editor", "", edit, aSessionHere},
		{[]string{"E"}, "E", "export it, as a page for the browser", "", export, aSessionHere},
		{[]string{"V"}, "V", "show it whole, in the pager", "", whole, aSession},
		{[]string{"y"}, "y", "copy its reference", "", copyReference, aSession},
	}
}

// everywhere returns the keys that always work.
func everywhere() []binding {
	all := []binding{
		{[]string{"1"}, "1 … 6", "sessions, runs, contests, chains, statistics, knowledge", "",
			func(m *Model) tea.Cmd { return show(m, Sessions) }, nil},
	}
	for v := Runs; v < countOfViews; v++ {
		all = append(all, binding{[]string{string(rune('1' + v))}, "", "", "", func(m *Model) tea.Cmd { return show(m, v) },
			nil})
	}
	return append(all,
		binding{[]string{"ctrl+r", "f5"}, "Ctrl-r", "read everything again now", "", refresh, nil},
		binding{[]string{"?", ":", "ctrl+k"}, "?", "these keys: type to search them, enter does it", "", help, nil},
		binding{[]string{"q", "ctrl+c"}, "q", "quit", "", func(*Model) tea.Cmd { return tea.Quit }, nil},
	)
}

// entry returns the chosen line of a view without sessions, or nil if there is none.
func (m *Model) entry() *Entry {
	i, _ := m.lists.chosen()
	return i.entry
}

// row returns the chosen session. Keys that need a session work only if there is one.
func (m *Model) row() listing.Row {
	i, _ := m.lists.chosen()
	return i.row
}

func (b binding) worksIn(m *Model) bool { return b.when == nil || b.when.holds(m) }

// press handles a key.
func press(m *Model, k tea.KeyPressMsg) tea.Cmd {
	if k.String() == "ctrl+c" {
		return tea.Quit
	}
	switch m.mode {
	case filtering:
		return keyOfFilter(m, k)
	case finding, sending:
		return keyOfText(m, k)
	case choosing:
		return keyOfDialog(m, k)
	case helping:
		return keyOfHelp(m, k)
	case answering:
		return keyOfAnswering(m, k)
	case confirming:
		return keyOfConfirming(m, k)
	case looking:
	}
	m.note = ""
	if a, ok := m.entry().act(k.String()); ok {
		return acts(m, a)
	}
	for _, b := range bindings() {
		if !slices.Contains(b.keys, k.String()) {
			continue
		}
		if b.worksIn(m) {
			m.note = ""
			return b.do(m)
		}
		if m.note == "" {
			m.note = b.when.reason(m)
		}
	}
	return nil
}

// keys returns the line that lists the working keys.
func keys(m *Model) string {
	var parts []string
	switch m.mode {
	case filtering:
		parts = []string{"enter keep", "esc show all", "↓ ↑ choose"}
	case finding:
		parts = []string{"enter find", "esc"}
	case sending:
		parts = []string{"enter send", "esc"}
	case confirming:
		parts = []string{"y yes", "any other key no"}
	default:
		parts = []string{"? keys"}
		if e := m.entry(); e != nil {
			for _, a := range e.Acts {
				parts = append(parts, a.Key+" "+a.Does)
			}
		}
		seen := map[string]bool{}
		for _, b := range bindings() {
			if b.short != "" && b.worksIn(m) && !seen[b.shown] {
				seen[b.shown] = true
				parts = append(parts, b.shown+" "+b.short)
			}
		}
	}
	last := ""
	if m.mode == looking {
		last = "q quit"
	}
	room := m.width - len(last)
	if last != "" {
		room -= len("  ") // otherwise it runs into the part before it
	}
	return pane.Faint.Render(pane.Apart(fitting(parts, room), last, m.width))
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

func keyOfFilter(m *Model, k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "enter":
		m.mode = looking
		return m.wish()
	case "esc":
		m.mode = looking
		return unfilter(m)
	case "down", "ctrl+n":
		return step(m, 1)
	case "up", "ctrl+p":
		return step(m, -1)
	}
	if !m.lists.shown().filter.Take(k) {
		return nil
	}
	return refilter(m)
}

// keyOfText handles a key of the text that is typed for a run, or for a search within a session.
func keyOfText(m *Model, k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc":
		if m.mode == finding {
			m.beside.session.Find("")
		}
		m.mode = looking
	case "enter":
		text, is := m.text.Value(), m.mode
		m.mode = looking
		if is == finding {
			return m.beside.session.Find(text)
		}
		return sent(m, text)
	default:
		m.text.Take(k)
	}
	return nil
}

// paste adds a text to the field in which the user types.
func paste(m *Model, text string) tea.Cmd {
	switch m.mode {
	case filtering:
		m.lists.shown().filter.Add(text)
		return refilter(m)
	case finding, sending:
		m.text.Add(text)
	case choosing:
		return m.dialog.paste(text)
	}
	return nil
}
