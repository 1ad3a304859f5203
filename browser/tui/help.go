package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"stead/internal/plain"
)

// help shows the keys that work here, and has them searched.
func (m *Model) help() tea.Cmd {
	m.mode = helping
	m.text.set("")
	m.helped = 0
	return nil
}

// offers are the keys that work here and have each word of what was typed.
func (m *Model) offers() []binding {
	words := strings.Fields(strings.ToLower(m.text.value()))
	var all []binding
	for _, b := range bindings() {
		if b.shown == "" || !b.worksIn(m) {
			continue
		}
		isMeant := true
		for _, w := range words {
			isMeant = isMeant && strings.Contains(strings.ToLower(b.does), w)
		}
		if isMeant {
			all = append(all, b)
		}
	}
	return all
}

func (m *Model) keyOfHelp(k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc", "?":
		m.mode = looking
	case "enter":
		m.mode = looking
		if all := m.offers(); m.helped < len(all) {
			return all[m.helped].do(m)
		}
	case "down", "ctrl+n":
		m.helped = min(m.helped+1, max(len(m.offers())-1, 0))
	case "up", "ctrl+p":
		m.helped = max(m.helped-1, 0)
	default:
		if m.text.take(k) {
			m.helped = 0
		}
	}
	return nil
}

// helpBox is the box with the keys that work here.
func (m *Model) helpBox() string {
	width := max(min(m.width-6, 68), 20)
	lines := []string{bold.Render("What works here: ") + m.text.shown(width-len("What works here: "))}
	all := m.offers()
	room := max(m.height-5, 1)
	top := max(min(m.helped-room+1, len(all)-room), 0)
	for at := top; at < min(top+room, len(all)); at++ {
		line := filled(plain.Fit(fmt.Sprintf("%-8s %s", all[at].shown, all[at].does), width), width)
		if at == m.helped {
			line = reverse.Render(line)
		}
		lines = append(lines, line)
	}
	if len(all) == 0 {
		lines = append(lines, faint.Render("No key here does this."))
	}
	for i := range lines {
		lines[i] = filled(lines[i], width)
	}
	return frame.Render(strings.Join(lines, "\n"))
}
