package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"stead/internal/term/plain"
	"stead/ui/tui/pane"
)

// help shows the keys that work in the current state, and lets the user search them.
func help(m *Model) tea.Cmd {
	m.mode = helping
	m.text.Set("")
	m.helped = 0
	return nil
}

// offers returns the keys that work in the current state and match every typed word.
func offers(m *Model) []binding {
	words := strings.Fields(strings.ToLower(m.text.Value()))
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

func keyOfHelp(m *Model, k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc", "?":
		m.mode = looking
	case "enter":
		m.mode = looking
		if all := offers(m); m.helped < len(all) {
			return all[m.helped].do(m)
		}
	case "down", "ctrl+n":
		m.helped = min(m.helped+1, max(len(offers(m))-1, 0))
	case "up", "ctrl+p":
		m.helped = max(m.helped-1, 0)
	default:
		if m.text.Take(k) {
			m.helped = 0
		}
	}
	return nil
}

// helpBox draws the box with the keys that work in the current state.
func helpBox(m *Model) string {
	width := max(min(m.width-6, 68), 20)
	lines := []string{pane.Bold.Render("What works here: ") + m.text.Shown(width-len("What works here: "))}
	all := offers(m)
	room := max(m.height-6, 1)
	top := max(min(m.helped-room+1, len(all)-room), 0)
	for at := top; at < min(top+room, len(all)); at++ {
		line := pane.Filled(plain.Fit(fmt.Sprintf("%-8s %s", all[at].shown, all[at].does), width), width)
		if at == m.helped {
			line = pane.Reverse.Render(line)
		}
		lines = append(lines, line)
	}
	if below := len(all) - top - room; below > 0 {
		lines = append(lines, pane.Faint.Render(fmt.Sprintf("↓ %d more", below)))
	}
	if len(all) == 0 {
		lines = append(lines, pane.Faint.Render("No key here does this."))
	}
	return pane.Box(lines, width)
}
