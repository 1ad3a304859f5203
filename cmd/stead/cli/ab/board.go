package ab

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/internal/term/quiet"
	"stead/orchestrator/ab"
	"stead/runs"
	"stead/timeline"
)

// board is the table of a contest, drawn in place on the terminal of standard error.
type board struct {
	process *setup.Process
	now     func() time.Time
	mutex   sync.Mutex
	contest ab.Contest
	// live holds what the contest's record does not contain yet about the contestants at work.
	live    map[string]*transcript.Activity
	notes   []string
	changed bool
	// drawn are the widths of the lines currently on the terminal.
	drawn   []int
	stop    chan struct{}
	drawing sync.WaitGroup
	quiet   *quiet.Terminal
}

// newBoard draws until the board is closed. Until ctx ends, it discards typed input.
func newBoard(ctx context.Context, p *setup.Process, now func() time.Time) *board {
	b := &board{process: p, now: now, live: map[string]*transcript.Activity{}, stop: make(chan struct{})}
	b.quiet = p.Term.Quiet(b.anew)
	context.AfterFunc(ctx, b.quiet.End)
	p.OnClose(b.quiet.End)
	b.drawing.Go(b.draw)
	return b
}

// anew draws the table below the text that other programs have written on the terminal.
func (b *board) anew() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.drawn, b.changed = nil, true
}

// Changed implements ab.Watcher.
func (b *board) Changed(c ab.Contest) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if b.contest.ID == "" {
		b.notes = append(b.notes, opening(b.process, c)...)
	}
	b.contest, b.changed = c, true
	for _, one := range c.Contestants {
		if one.State.Ended() {
			delete(b.live, one.Name) // the record has everything
		}
	}
}

// of returns the live data of a contestant at work.
func (b *board) of(name string) *transcript.Activity {
	if b.live[name] == nil {
		b.live[name] = &transcript.Activity{}
	}
	b.changed = true
	return b.live[name]
}

// Counted implements ab.Watcher.
func (b *board) Counted(name string, r runs.Run) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.of(name).AtLeast(r.Turns, r.Usage, r.Cost)
}

// Did implements ab.Watcher.
func (b *board) Did(name string, e *timeline.Entry) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.of(name).Add(e)
}

// Note implements ab.Watcher.
func (b *board) Note(name, text string) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if name != "" {
		text = name + ": " + text
	}
	b.notes, b.changed = append(b.notes, "note: "+text), true
}

// draw draws until the board is closed.
func (b *board) draw() {
	ticker := time.NewTicker(term.Frame)
	defer ticker.Stop()
	var last time.Time
	for {
		select {
		case <-b.stop:
			b.paint()
			return
		case at := <-ticker.C:
			if b.isChanged() || at.Sub(last) >= term.Tick {
				last = at
				b.paint()
			}
		}
	}
}

func (b *board) isChanged() bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.changed
}

// close draws the last frame. If the comparison goes to the same terminal, close removes the table to make room for it.
func (b *board) close() {
	b.quiet.End()
	close(b.stop)
	b.drawing.Wait()
	if term.IsTerminal(b.process.Term.Out) && len(b.drawn) > 0 {
		width, _ := b.process.Term.Err.Size()
		_, _ = io.WriteString(b.process.Term.Err, b.back(width))
	}
}

// paint draws a frame in one write, over the previous one.
func (b *board) paint() {
	width, height := b.process.Term.Err.Size()
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.changed = false
	var out strings.Builder
	out.WriteString(term.HideCursor + b.back(width))
	for _, note := range b.notes {
		out.WriteString(plain.Message(plain.Text(note), width) + "\n")
	}
	b.notes = nil
	table := b.table(width, height)
	out.WriteString(table + term.ShowCursor)
	b.drawn = b.drawn[:0]
	for line := range strings.Lines(table) {
		b.drawn = append(b.drawn, plain.Width(strings.TrimSuffix(line, "\n")))
	}
	_, _ = io.WriteString(b.process.Term.Err, out.String())
}

// back moves to the beginning of the last frame. A terminal that has become narrower has wrapped its lines.
func (b *board) back(width int) string {
	up := 0
	for _, drawn := range b.drawn {
		up += max(1, (drawn+width-1)/width)
	}
	if up == 0 {
		return ""
	}
	return fmt.Sprintf("\r\x1b[%dA%s", up, term.EraseBelow)
}
