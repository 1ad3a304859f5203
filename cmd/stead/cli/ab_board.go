package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"stead/internal/plain"
	"stead/internal/quiet"
	"stead/internal/transcript"
	"stead/orchestrator/ab"
	"stead/runs"
	"stead/timeline"
)

// How often the table of a contest is drawn: at once when something has changed, but not more often than can be seen, and now and then
// for the times in it.
const (
	frame = 100 * time.Millisecond
	pulse = time.Second
)

// board is the table of a contest, drawn in place on the terminal of standard error.
type board struct {
	*contestLines
	now     func() time.Time
	mutex   sync.Mutex
	contest ab.Contest
	// live says what is not in the contest's record yet, of those who work.
	live    map[string]*transcript.Activity
	notes   []string
	changed bool
	// drawn are the widths of the lines that stand on the terminal.
	drawn   []int
	stop    chan struct{}
	drawing sync.WaitGroup
	quiet   *quiet.Terminal
}

// newBoard draws until the board is closed. What is typed meanwhile is thrown away, until ctx ends.
func newBoard(ctx context.Context, a *app, lines *contestLines, now func() time.Time) *board {
	b := &board{contestLines: lines, now: now, live: map[string]*transcript.Activity{}, stop: make(chan struct{})}
	b.quiet = a.hush(ctx, b.anew)
	b.drawing.Go(b.draw)
	return b
}

// anew draws the table below what others have written on the terminal.
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
		b.notes = append(b.notes, b.opening(c)...)
	}
	b.contest, b.changed = c, true
	for _, one := range c.Contestants {
		if one.State.Ended() {
			delete(b.live, one.Name) // the record has it all
		}
	}
}

// of returns what is known of a contestant who works.
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
	ticker := time.NewTicker(frame)
	defer ticker.Stop()
	var last time.Time
	for {
		select {
		case <-b.stop:
			b.paint()
			return
		case at := <-ticker.C:
			if b.isChanged() || at.Sub(last) >= pulse {
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

// close draws for the last time. On the terminal that gets the comparison the table makes room for it.
func (b *board) close() {
	b.quiet.End()
	close(b.stop)
	b.drawing.Wait()
	if term.IsTerminal(int(b.Stdout.Fd())) && len(b.drawn) > 0 {
		width, _ := b.size()
		_, _ = io.WriteString(b.Stderr, b.back(width))
	}
}

// size is the terminal's, in cells.
func (b *board) size() (width, height int) {
	width, height, err := term.GetSize(int(b.Stderr.Fd()))
	if err != nil || width <= 0 {
		return 80, 24
	}
	return width, height
}

// The sequences of a frame. The cursor is never left hidden: each frame shows it again, so that whatever ends stead leaves the terminal as it was.
const (
	hideCursor = "\x1b[?25l"
	showCursor = "\x1b[?25h"
	eraseBelow = "\x1b[J"
)

// paint draws a frame by one write, over the one before.
func (b *board) paint() {
	width, height := b.size()
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.changed = false
	var out strings.Builder
	out.WriteString(hideCursor + b.back(width))
	for _, note := range b.notes {
		out.WriteString(plain.Message(plain.Text(note), width) + "\n")
	}
	b.notes = nil
	table := b.table(width, height)
	out.WriteString(table + showCursor)
	b.drawn = b.drawn[:0]
	for line := range strings.Lines(table) {
		b.drawn = append(b.drawn, plain.Width(strings.TrimSuffix(line, "\n")))
	}
	_, _ = io.WriteString(b.Stderr, out.String())
}

// back goes to where the last frame begins. A terminal that has become narrower has broken its lines.
func (b *board) back(width int) string {
	up := 0
	for _, drawn := range b.drawn {
		up += max(1, (drawn+width-1)/width)
	}
	if up == 0 {
		return ""
	}
	return fmt.Sprintf("\r\x1b[%dA%s", up, eraseBelow)
}
