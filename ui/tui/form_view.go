package tui

import (
	"fmt"
	"strings"

	"stead/internal/term/plain"
	"stead/ui/tui/pane"
)

const (
	// labelWidth is the width of a form's labels, in cells.
	labelWidth = 10
	// widestForm is the maximum width of a form.
	widestForm = 96
)

// view draws the form within the given width and height.
func (f *form) view(width, height int) string {
	inner := max(min(width-6, widestForm), 20)
	lines := []string{pane.Bold.Render(pane.Line(f.title, inner)), ""}
	for i, s := range f.steps {
		cli, text, _ := strings.Cut(s, ":")
		lines = append(lines, pane.Cell(fmt.Sprintf("Step %d", i+1), labelWidth)+plain.Fit(cli+"  "+text, inner-labelWidth))
	}
	for i, c := range f.choices {
		lines = append(lines, c.drawn(i == f.at, inner))
		if i == 0 && len(f.missing) > 0 {
			lines = append(lines, pane.Faint.Render(pane.Cell("", labelWidth)+
				pane.Line("not installed: "+strings.Join(f.missing, ", "), inner-labelWidth)))
		}
	}
	for i := range f.blanks {
		lines = append(lines, f.blanks[i].drawn(i == f.at-len(f.choices), inner))
	}
	lines = append(lines, "")
	room := max(height-len(lines)-4, 1)
	lines = append(lines, f.report.told(inner, room, f.isChain)...)
	lines = append(lines, "", pane.Faint.Render(plain.Fit(f.keys(), inner)))
	return pane.Box(lines, inner)
}

// keys lists the keys that work in the form.
func (f *form) keys() string {
	isTyping := f.typing() != nil
	switch {
	case f.choices[0].value() == "":
		return "esc"
	case f.isChain && f.typing() == f.prompt() && strings.TrimSpace(f.prompt().Value()) != "":
		return "enter add this step · ←→ its CLI · ↑ more choices · esc"
	case f.isChain && f.typing() == f.prompt() && len(f.steps) > 0:
		return "enter start · type another step · ←→ its CLI · backspace undo · esc"
	case f.isTeam && f.at == 0:
		return "←→ CLI · space takes part or not · ↓ next line · esc"
	case f.needsPrompt && !f.isReady():
		return "←→ ↑↓ choose · type the prompt in the last line · esc"
	case isTyping:
		return "enter start · ↑ choices · esc"
	case f.detaches:
		return "enter start · d in background · y copy command · ←→ ↑↓ choose · esc"
	}
	return "enter start · y copy command · ←→ ↑↓ choose · esc"
}

// label returns the label of a line. It is bold for the current line.
func label(text string, isCurrent bool) string {
	if isCurrent {
		return pane.Bold.Render(pane.Cell(text, labelWidth))
	}
	return pane.Cell(text, labelWidth)
}

// drawn draws a blank: the typed text, or the meaning of an empty text.
func (b *blank) drawn(isCurrent bool, width int) string {
	room := width - labelWidth
	switch text := b.text.Value(); {
	case isCurrent:
		return label(b.label, true) + b.text.Shown(room)
	case text == "" && b.empty != "":
		return label(b.label, false) + pane.Faint.Render(b.empty)
	case text == "":
		return label(b.label, false) + pane.Faint.Render(strings.Repeat("_", min(room, 40)))
	default:
		return label(b.label, false) + plain.Fit(text, room)
	}
}

// drawn draws a choice: all of its values, with the chosen ones marked. If they do not fit, it draws only the chosen
// one.
func (c choice) drawn(isCurrent bool, width int) string {
	room := width - labelWidth
	sign := "• "
	if c.picked != nil {
		sign = "✓ "
	}
	if needed := plain.Width(strings.Join(c.values, "   ")) + 2; needed > room && c.picked == nil {
		c.values, c.at = []string{fmt.Sprintf("%s  (%d of %d)", c.value(), c.at+1, len(c.values))}, 0
	}
	values := make([]string, len(c.values))
	for i, v := range c.values {
		v = plain.Line(v)
		values[i] = "  " + v
		if c.isPicked(i) {
			values[i] = sign + v
		}
		if i == c.at && isCurrent {
			values[i] = pane.Reverse.Render(values[i])
		}
	}
	return label(c.label, isCurrent) + pane.Filled(strings.Join(values, " "), room)
}
