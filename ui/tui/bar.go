package tui

import (
	"fmt"
	"strings"

	"stead/internal/term/plain"
	"stead/ui/tui/pane"
)

// bar is the top line: the names of the views with their counts. The current view is reversed.
type bar struct {
	view     View
	sessions int
	counts   Counts
	width    int
}

// name comes before the views.
const name = "stead"

// label returns the label of a view.
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

// placed is a view's label with its position.
type placed struct {
	view     View
	label    string
	from, to int
}

// labels positions the labels. If they do not all fit, the gaps shrink first. Then labels are left out from the right,
// but never the label of the current view, and never that of the runs, because one of them may wait for the user.
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

// at returns the view whose label is at a column.
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

// thousands formats a number with thousands separators.
func thousands(n int) string {
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", thousands(n/1000), n%1000)
}
