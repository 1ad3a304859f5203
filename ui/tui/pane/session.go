package pane

import (
	"context"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"stead/internal/render/transcript"
	"stead/internal/render/transcript/terminal"
	"stead/internal/term/plain"
	"stead/timeline"
)

// Opener opens the session that a reference names.
type Opener func(ctx context.Context, reference string) (timeline.Stream, error)

// Session shows the steps of a session, as they are read beside the screen.
type Session struct {
	Steps Steps

	ctx  context.Context
	open Opener
	// reference names the session that is shown, options say how.
	reference string
	options   terminal.Options

	reading reading
	// fresh are the steps of the session as it is now, while the ones before are still shown.
	fresh []terminal.Block
	// isDone says that the session was read to its end, err why not. isLate says that its first step takes its time.
	isDone, isLate bool
	err            error
	find           find
	// places are where sessions were left that were shown before, by their references.
	places map[string]place
}

// place is a step that was chosen, and in which line of the pane it stood.
type place struct {
	entry string
	line  int
}

// mostPlaces is how many sessions' places are known.
const mostPlaces = 1000

// NewSession returns a pane without a session. What it reads ends with the context.
func NewSession(ctx context.Context, open Opener) Session {
	return Session{ctx: ctx, open: open, Steps: Steps{Window: Window{follows: true}}}
}

// Show reads a session. Where it is the one that is shown, that stays on the screen until it is read anew.
func (s *Session) Show(reference string, o terminal.Options) tea.Cmd {
	if reference != s.reference {
		s.Clear()
	}
	if o.Width != s.options.Width {
		s.Steps.opened = nil // their lines are as wide as they were
	}
	s.reference, s.options, s.fresh, s.isLate = reference, o, nil, false
	return s.reading.begin(s.ctx, s.open, reference, o)
}

// Clear shows nothing any more.
func (s *Session) Clear() {
	s.reading.stop()
	s.find.stop()
	s.remember()
	*s = Session{ctx: s.ctx, open: s.open, reading: s.reading, find: find{number: s.find.number}, places: s.places,
		Steps: Steps{Window: Window{lines: s.Steps.Window.lines, follows: true}}}
}

// remember keeps where the session is left. One that is left at its end is shown there again.
func (s *Session) remember() {
	w := &s.Steps.Window
	entry := s.Steps.chosen()
	if s.places == nil || len(s.places) >= mostPlaces {
		s.places = map[string]place{}
	}
	delete(s.places, s.reference)
	if s.isDone && !w.follows && entry != "" {
		s.places[s.reference] = place{entry, w.first(w.at) - w.top}
	}
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
		s.Steps.add(p.blocks)
		s.Steps.Window.seen = len(s.Steps.blocks)
	}
	if !p.done {
		return s.reading.next()
	}
	s.err = p.err
	if isAnew && p.err == nil {
		s.Steps.replace(s.fresh)
		s.fresh = nil
	}
	if p, ok := s.places[s.reference]; ok && !isAnew {
		s.Steps.to(p)
	}
	s.isDone = true
	return s.search() // what is new may match, too
}

// IsRead reports whether the session was read to its end.
func (s *Session) IsRead() bool { return s.isDone }

// marker stands before the lines of the chosen step, hit before those of a step that has what was searched for.
const marker, hit = "▌", "•"

// View returns the lines that are seen.
func (s *Session) View(width int, isFocused bool) []string {
	var lines []string
	steps := &s.Steps
	w := &steps.Window
	for block := w.stepAt(w.top); block < len(steps.blocks) && len(lines) < w.lines; block++ {
		b := steps.blocks[block]
		isChosen := block == w.at && isFocused
		first, isHit := w.first(block), s.find.has(b.Entry)
		for n, line := range steps.linesOf(b) {
			if line == "" {
				line = Filled("", width)
			} else {
				line = Filled(before(isChosen, isHit)+s.find.marked(line), width)
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
		return Cyan.Render(marker) + " "
	case isHit:
		return Yellow.Render(hit) + " "
	}
	return "  "
}

// Failure is why the session cannot be shown. Nil while it can.
func (s *Session) Failure() error {
	if len(s.Steps.blocks) > 0 {
		return nil
	}
	return s.err
}

// Remark says what is not seen.
func (s *Session) Remark() string {
	var remarks []string
	switch {
	case s.err != nil && len(s.Steps.blocks) > 0:
		remarks = append(remarks, "not read to its end: "+plain.Line(s.err.Error()))
	case !s.isDone && (len(s.Steps.blocks) > 0 || s.isLate):
		remarks = append(remarks, "reading")
	case s.isDone && len(s.Steps.blocks) == 0 && s.err == nil:
		remarks = append(remarks, "it has no entries")
	}
	if said := s.find.said(&s.Steps); said != "" {
		remarks = append(remarks, said)
	}
	if s.Steps.dropped > 0 {
		remarks = append(remarks, fmt.Sprintf("%s before this: V shows all", transcript.Count(s.Steps.dropped, "line")))
	}
	if n := s.Steps.Window.fresh(); n > 0 {
		remarks = append(remarks, fmt.Sprintf("↓ %d new", n))
	} else if more := s.Steps.Window.all() - s.Steps.Window.top - s.Steps.Window.lines; more > 0 {
		remarks = append(remarks, "↓ "+transcript.Count(more, "line"))
	}
	return strings.Join(remarks, " · ")
}
