package tui

import (
	"fmt"
	"strings"

	"stead/internal/term/plain"
	"stead/ui/tui/pane"
)

// bar is the line above all: the names of the views with what is counted in them, the shown one reversed.
type bar struct {
	view     View
	sessions int
	counts   Counts
	width    int
}

// name stands in front of the views.
const name = "stead"

// label is what stands for a view.
func (b bar) label(v View) string {
	switch {
	case v == Sessions && b.sessions > 0:
		return views[v].name + " " + thousands(b.sessions)
	case v == Runs && b.counts.Waiting > 0:
		return fmt.Sprintf("%s %s · %d waits", views[v].name, thousands(b.counts.Active), b.counts.Waiting)
	case v == Runs && b.counts.Active > 0:
		return views[v].name + " " + thousands(b.counts.Active)
	}
	return views[v].name
}

// placed is where the label of a view stands.
type placed struct {
	view     View
	label    string
	from, to int
}

// labels places the labels. Where not all of them have room, gaps become narrow, and then labels are left out from the
// right: never the shown one, and never that of the runs, as somebody may wait there.
func (b bar) labels() []placed {
	var all []View
	for v := range countOfViews {
		all = append(all, v)
	}
	for gap := 2; ; gap = 1 {
		labels := b.placed(all, gap)
		if gap == 2 && !b.fits(labels) {
			continue
		}
		if b.fits(labels) {
			return labels
		}
		at := len(all) - 1
		for at >= 0 && (all[at] == b.view || all[at] == Runs) {
			at--
		}
		if at < 0 {
			return labels
		}
		all = append(all[:at:at], all[at+1:]...)
	}
}

func (b bar) fits(labels []placed) bool { return labels[len(labels)-1].to <= b.width }

func (b bar) placed(all []View, gap int) []placed {
	at := plain.Width(name)
	var labels []placed
	for _, v := range all {
		label := b.label(v)
		at += gap
		labels = append(labels, placed{v, label, at, at + plain.Width(label)})
		at += plain.Width(label)
	}
	return labels
}

// at returns the view whose label stands in a column.
func (b bar) at(column int) (View, bool) {
	for _, s := range b.labels() {
		if column >= s.from && column < s.to {
			return s.view, true
		}
	}
	return 0, false
}

// draw draws the labels.
func (b bar) draw() string {
	line := pane.Bold.Render(name)
	at := plain.Width(name)
	for _, s := range b.labels() {
		line += strings.Repeat(" ", s.from-at)
		label, waits, _ := strings.Cut(s.label, " · ")
		switch {
		case s.view == b.view:
			line += pane.Reverse.Render(s.label)
		case waits != "":
			line += label + " · " + pane.Yellow.Render(waits)
		default:
			line += s.label
		}
		at = s.to
	}
	return line
}

// thousands writes a number so that it can be read.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}
