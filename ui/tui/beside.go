package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/catalog/listing"
	"stead/internal/render/transcript/terminal"
	"stead/ui/tui/pane"
)

// beside is the pane next to the list, or in its place. It shows the chosen session, or the details of another chosen
// line.
type beside struct {
	ctx     context.Context
	machine Machine
	session pane.Session
	output  pane.Output
	// shown is the displayed item, and stamp its state when it was read. Wanted numbers the requests to show an item.
	shown  item
	stamp  stamp
	wanted int
	fit    fit
	// isToHit says that the pane has yet to scroll to a hit.
	isToHit bool
}

// stamp identifies a state of a session.
type stamp struct {
	updated time.Time
	bytes   int64
}

func stampOf(r listing.Row) stamp { return stamp{r.Updated, r.Bytes} }

// settled says that the user has stayed on the chosen line.
type settled struct{ wanted int }

// afterMove is how long a line must stay chosen before the pane reads its content.
const afterMove = 60 * time.Millisecond

// wish reads the chosen line after a short delay.
func (b *beside) wish() tea.Cmd {
	b.wanted++
	wanted := b.wanted
	return tea.Tick(afterMove, func(time.Time) tea.Msg { return settled{wanted} })
}

// shows reports whether the screen shows a line in its current state.
func (b *beside) shows(i item) bool {
	if i.entry != nil {
		return b.output.Shows(i.entry.Key, i.entry.isSettled())
	}
	return b.shown.key() == i.key() && b.stamp == stampOf(i.row)
}

// isOf reports whether r is the line of the displayed session.
func (b *beside) isOf(r listing.Row) bool {
	return b.shown.row.Machine == r.Machine && b.shown.row.CLI == r.CLI && b.shown.row.ID == r.ID &&
		b.shown.row.Reference == r.Reference
}

// show shows the content of a line, at most width cells wide.
func (b *beside) show(i item, width int, zone *time.Location) tea.Cmd {
	if i.entry != nil {
		b.session.Stop()
		return b.output.Show(i.entry.Key, i.entry.Head, i.entry.Show, i.entry.IsTable)
	}
	isSame := b.isOf(i.row)
	isAsRead := isSame && b.stamp == stampOf(i.row) && b.session.IsRead()
	if b.shown.hit != nil && i.hit == nil {
		b.session.Find("") // the marks were those of the hit
	}
	b.shown, b.stamp, b.isToHit = i, stampOf(i.row), i.hit != nil
	if b.isToHit && isAsRead {
		return b.toHit()
	}
	if !isSame {
		b.session.Clear()
		b.fit.clear()
	}
	if i.row.Machine != "" {
		b.session.Clear()
		return nil // that machine reads it
	}
	return b.session.Show(i.row.Reference, terminal.Options{Width: width - len("  "), Color: true, Markdown: true,
		Brief: true, Zone: zone})
}

// take handles the result of a command of the panes.
func (b *beside) take(msg tea.Msg) tea.Cmd {
	b.output.Take(msg)
	if m, ok := msg.(measured); ok {
		b.fit.take(m)
	}
	cmd := tea.Batch(b.session.Take(msg), b.measure())
	if b.isToHit && b.session.IsRead() {
		cmd = tea.Batch(cmd, b.toHit())
	}
	return cmd
}

// toHit chooses the step that contains a hit, and marks all matches in the session.
func (b *beside) toHit() tea.Cmd {
	b.isToHit = false
	hit := b.shown.hit
	b.session.Steps.ToEntry(hit.Turn, hit.Entry)
	return b.session.Find(hit.Match())
}

// forget makes the pane read its content again.
func (b *beside) forget() {
	b.stamp = stamp{}
	b.output.Forget()
}

// leave clears the pane, because another view is shown.
func (b *beside) leave() {
	b.output.Clear()
	b.session.Clear()
	b.fit.clear()
	b.shown, b.stamp = item{}, stamp{}
}
