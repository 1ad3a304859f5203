package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"stead/catalog/listing"
	"stead/internal/render/transcript/terminal"
	"stead/ui/tui/pane"
)

// beside is what stands beside the list, or in its place: the chosen session, or what there is of another chosen line.
type beside struct {
	ctx     context.Context
	machine Machine
	session pane.Session
	output  pane.Output
	// shown is the session that is shown, stamp what it was like when it was read, wanted numbers the wishes to see one.
	shown  item
	stamp  stamp
	wanted int
	fit    fit
	// isToHit says that a hit is still to be shown.
	isToHit bool
}

// stamp tells whether a session has changed.
type stamp struct {
	updated time.Time
	bytes   int64
}

func stampOf(r listing.Row) stamp { return stamp{r.Updated, r.Bytes} }

// settled says that the chosen line stays chosen.
type settled struct{ wanted int }

// afterMove is how long a line is chosen before what it stands for is read.
const afterMove = 60 * time.Millisecond

// wish has the chosen line read in a moment.
func (b *beside) wish() tea.Cmd {
	b.wanted++
	wanted := b.wanted
	return tea.Tick(afterMove, func(time.Time) tea.Msg { return settled{wanted} })
}

// shows reports whether a line is on the screen as it is now.
func (b *beside) shows(i item) bool {
	if i.entry != nil {
		return b.output.Shows(i.entry.Key, i.entry.isSettled())
	}
	return b.shown.key() == i.key() && b.stamp == stampOf(i.row)
}

// isOf reports whether the session that is shown is the one of a line.
func (b *beside) isOf(r listing.Row) bool {
	return b.shown.row.Machine == r.Machine && b.shown.row.CLI == r.CLI && b.shown.row.ID == r.ID &&
		b.shown.row.Reference == r.Reference
}

// show shows what a line stands for, at most so wide.
func (b *beside) show(i item, width int, zone *time.Location) tea.Cmd {
	if i.entry != nil {
		b.session.Stop()
		return b.output.Show(i.entry.Key, i.entry.Head, i.entry.Show, i.entry.IsTable)
	}
	isSame := b.isOf(i.row)
	isAsRead := isSame && b.stamp == stampOf(i.row) && b.session.IsRead()
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
		return nil // it is read there
	}
	return b.session.Show(i.row.Reference, terminal.Options{Width: width - len("  "), Color: true, Markdown: true,
		Brief: true, Zone: zone})
}

// take takes what a command of the panes has found out.
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

// toHit chooses the step that a hit is in, and marks what was found there and elsewhere in the session.
func (b *beside) toHit() tea.Cmd {
	b.isToHit = false
	hit := b.shown.hit
	b.session.Steps.ToEntry(hit.Turn, hit.Entry)
	return b.session.Find(hit.Match())
}

// forget has everything read anew that is shown.
func (b *beside) forget() {
	b.stamp = stamp{}
	b.output.Forget()
}

// leave shows nothing any more: another view is shown.
func (b *beside) leave() {
	b.output.Clear()
	b.session.Clear()
	b.fit.clear()
	b.shown, b.stamp = item{}, stamp{}
}
