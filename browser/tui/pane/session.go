package pane

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	tea "charm.land/bubbletea/v2"

	"stead/browser/tui/draw"
	"stead/internal/plain"
	"stead/internal/transcript"
	"stead/internal/transcript/terminal"
	"stead/timeline"
)

// Opener opens the session that a reference names.
type Opener func(ctx context.Context, reference string) (timeline.Stream, error)

// Session shows the steps of a session, as they are read beside the screen.
type Session struct {
	Window Window

	ctx  context.Context
	open Opener
	// reference names the session that is shown, options say how.
	reference string
	options   terminal.Options

	reading reading
	// blocks are the steps, dropped how many lines at the beginning were not kept.
	blocks  []terminal.Block
	dropped int
	// fresh are the steps of the session as it is now, while the ones before are still shown.
	fresh []terminal.Block
	// isDone says that the session was read to its end, err why not. isLate says that its first step takes its time.
	isDone, isLate bool
	err            error
	opened         opened
	find           find
}

// NewSession returns a pane without a session. What it reads ends with the context.
func NewSession(ctx context.Context, open Opener) Session {
	return Session{ctx: ctx, open: open, Window: Window{follows: true}}
}

// Show reads a session. Where it is the one that is shown, that stays on the screen until it is read anew.
func (s *Session) Show(reference string, o terminal.Options) tea.Cmd {
	if reference != s.reference {
		s.Clear()
	}
	if o.Width != s.options.Width {
		s.opened.clear() // their lines are as wide as they were
	}
	s.reference, s.options, s.fresh, s.isLate = reference, o, nil, false
	return s.reading.begin(s.ctx, s.open, reference, o)
}

// Clear shows nothing any more.
func (s *Session) Clear() {
	s.reading.stop()
	s.find.stop()
	*s = Session{ctx: s.ctx, open: s.open, reading: s.reading, find: find{number: s.find.number}, Window: Window{lines: s.Window.lines, follows: true}}
}

// Stop ends what is read.
func (s *Session) Stop() { s.reading.stop() }

// Take takes what a command of the pane has found out. Other messages are none of its business.
func (s *Session) Take(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case part:
		return s.take(msg)
	case late:
		s.isLate = s.isLate || msg.number == s.reading.number && !s.isDone
	case openedStep:
		s.takeOpened(msg)
	case matched:
		return s.takeMatched(msg)
	}
	return nil
}

// take takes the next part of the session.
func (s *Session) take(p part) tea.Cmd {
	if p.number != s.reading.number {
		return nil
	}
	isAnew := s.isDone
	if isAnew {
		s.fresh = append(s.fresh, p.blocks...)
	} else {
		s.add(p.blocks)
		s.Window.seen = len(s.blocks)
	}
	if !p.done {
		return s.reading.next()
	}
	s.err = p.err
	if isAnew && p.err == nil {
		s.replace()
	}
	s.isDone = true
	return s.search() // what is new may match, too
}

// add takes more steps of the session.
func (s *Session) add(blocks []terminal.Block) {
	w := &s.Window
	for _, b := range blocks {
		s.blocks = append(s.blocks, b)
		w.ends = append(w.ends, w.all()+len(s.opened.linesOf(b)))
	}
	if w.all() > mostLines+mostLines/4 {
		s.drop()
	}
	if w.follows {
		w.End()
	}
}

// drop forgets the beginning of a session that is too long.
func (s *Session) drop() {
	w := &s.Window
	first := sort.SearchInts(w.ends, w.all()-mostLines)
	lines := w.ends[first]
	s.dropped += lines
	s.blocks, w.ends = slices.Clone(s.blocks[first+1:]), slices.Clone(w.ends[first+1:])
	for i := range w.ends {
		w.ends[i] -= lines
	}
	w.at, w.top, w.seen = max(w.at-first-1, 0), max(w.top-lines, 0), max(w.seen-first-1, 0)
}

// replace shows the session as it is now, at the same place.
func (s *Session) replace() {
	w := &s.Window
	at, top, follows, seen := w.at, w.top, w.follows, w.seen
	fresh := s.fresh
	s.blocks, w.ends, s.fresh, s.dropped = nil, nil, nil, 0
	s.add(fresh)
	if !follows {
		w.at, w.top, w.seen = min(at, max(len(s.blocks)-1, 0)), min(top, w.lastTop()), seen
	}
}

// measure counts the lines anew, once a step has others. What is seen stays where it is.
func (s *Session) measure() {
	w := &s.Window
	before, line := s.Window.stepAt(w.top), w.top-w.first(w.stepAt(w.top))
	ends := 0
	for i, b := range s.blocks {
		ends += len(s.opened.linesOf(b))
		w.ends[i] = ends
	}
	w.top = min(w.first(before)+line, w.lastTop())
	if w.at < before {
		w.top = w.first(w.at)
	}
}

// Resize gives the pane so many lines.
func (s *Session) Resize(lines int) { s.Window.resize(lines) }

// Entry is the id of the last entry of the chosen step, or of the nearest one before it that is an entry.
func (s *Session) Entry() (id string, turn int) {
	for i := min(s.Window.at, len(s.blocks)-1); i >= 0; i-- {
		if s.blocks[i].Entry != "" {
			return s.blocks[i].Entry, s.blocks[i].Turn
		}
	}
	return "", 0
}

// Turns counts the turns of the session.
func (s *Session) Turns() int {
	if n := len(s.blocks); n > 0 {
		return s.blocks[n-1].Turn
	}
	return 0
}

// IsRead reports whether the session was read to its end.
func (s *Session) IsRead() bool { return s.isDone }

// marker stands before the lines of the chosen step, hit before those of a step that has what was searched for.
const marker, hit = "▌", "•"

// View returns the lines that are seen.
func (s *Session) View(width int, isFocused bool) []string {
	var lines []string
	w := &s.Window
	for block := w.stepAt(w.top); block < len(s.blocks) && len(lines) < w.lines; block++ {
		b := s.blocks[block]
		isChosen := block == w.at && isFocused
		first, isHit := w.first(block), s.find.has(b.Entry)
		for n, line := range s.opened.linesOf(b) {
			if line == "" {
				line = draw.Filled("", width)
			} else {
				line = draw.Filled(before(isChosen, isHit)+s.find.marked(line), width)
				isHit = false // it stands before the first line
			}
			if first+n >= w.top && len(lines) < w.lines {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// before is what stands before a line.
func before(isChosen, isHit bool) string {
	switch {
	case isChosen:
		return draw.Cyan.Render(marker) + " "
	case isHit:
		return draw.Yellow.Render(hit) + " "
	}
	return "  "
}

// Failure is why the session cannot be shown. Nil while it can.
func (s *Session) Failure() error {
	if len(s.blocks) > 0 {
		return nil
	}
	return s.err
}

// Remark says what is not seen.
func (s *Session) Remark() string {
	var remarks []string
	switch {
	case s.err != nil && len(s.blocks) > 0:
		remarks = append(remarks, "not read to its end: "+plain.Line(s.err.Error()))
	case !s.isDone && (len(s.blocks) > 0 || s.isLate):
		remarks = append(remarks, "reading")
	case s.isDone && len(s.blocks) == 0 && s.err == nil:
		remarks = append(remarks, "it has no entries")
	}
	if said := s.find.said(s.Window.at, s.blocks); said != "" {
		remarks = append(remarks, said)
	}
	if s.dropped > 0 {
		remarks = append(remarks, fmt.Sprintf("%s before this: V shows all", transcript.Count(s.dropped, "line")))
	}
	if n := s.Window.fresh(); n > 0 {
		remarks = append(remarks, fmt.Sprintf("↓ %d new", n))
	} else if more := s.Window.all() - s.Window.top - s.Window.lines; more > 0 {
		remarks = append(remarks, "↓ "+transcript.Count(more, "line"))
	}
	return strings.Join(remarks, " · ")
}
