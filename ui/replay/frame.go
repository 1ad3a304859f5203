package replay

import (
	"fmt"
	"strings"

	"stead/internal/term/plain"
)

// Frame returns the rows of the screen, from the top.
func (v *Viewer) Frame() []string {
	lines := []line{{bold, v.position()}, {faint, v.facts}, {}}
	body := v.body
	if v.help {
		body = helpLines
	} else {
		body = body[min(v.top, len(body)):]
	}
	lines = append(lines, body[:min(len(body), v.room())]...)
	for len(lines) < v.rows-1 {
		lines = append(lines, line{})
	}
	rows := make([]string, 0, v.rows)
	for _, l := range append(lines[:v.rows-1], v.footer()) {
		rows = append(rows, l.drawn(v.columns, v.Color))
	}
	return rows
}

// position describes the current position.
func (v *Viewer) position() string {
	name := plain.Line(v.session.Name)
	if len(v.shown) == 0 {
		return name
	}
	where := v.where(v.Zone)
	if room := v.columns - plain.Width(where) - len("   "); room > 0 {
		return plain.Fit(name, room) + strings.Repeat(" ", max(0, room-plain.Width(name))) + "   " + where
	}
	return where
}

// turns returns the number of turns.
func (s *Session) turns() int {
	if len(s.Steps) == 0 {
		return 0
	}
	return s.Steps[len(s.Steps)-1].Turn
}

const keysLine = "→ next  ← back  space page  c/C call  t/T turn  / search  o open  ? help  q quit"

// footer returns the last line: a prompt or a message, or else the keys.
func (v *Viewer) footer() line {
	switch {
	case v.asking != 0:
		return line{reverse, string(v.asking) + plain.Line(v.typed)}
	case v.message != "":
		return line{reverse, plain.Line(v.message)}
	case len(v.body) > v.room():
		return line{faint, fmt.Sprintf("%d%%  %s", 100*min(len(v.body), v.top+v.room())/len(v.body), keysLine)}
	}
	return line{faint, keysLine}
}

var helpLines = func() []line {
	var lines []line
	for _, row := range []string{
		"→ l j enter      next step", "← h k backspace  previous step",
		"space, page keys a page of a long step, then the next one",
		"↓ ↑              a line of a long step", "g G              first, last step", ": and a number   that step",
		"c C              next, previous call", "t T              next, previous turn",
		"/ n N            search; next, previous match", "o                open or fold long texts",
		"r                the native record of the step",
		"a                hidden entries and abandoned branches too", "q                quit",
	} {
		lines = append(lines, line{"", row})
	}
	return lines
}()
