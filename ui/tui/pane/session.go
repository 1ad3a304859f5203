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

// Session shows the steps of a session while the session is being read in the background.
type Session struct {
	Steps Steps

	ctx  context.Context
	open Opener
	// reference names the displayed session. Options say how it is displayed.
	reference string
	options   terminal.Options

	reading reading
	// fresh are the steps of the session's current state, while the previous ones are still shown.
	fresh []terminal.Block
	// isDone says that reading has ended. Err is the reason if it ended early. IsLate says that the first step takes a
	// while.
	isDone, isLate bool
	err            error
	find           find
	// opening is the step that is being read completely, or "".
	opening string
	// places are the positions at which earlier sessions were left, by reference.
	places map[string]place
}

// place is a chosen step with its line on the screen.
type place struct {
	entry string
	line  int
}

// mostPlaces is the maximum number of sessions whose places are kept.
const mostPlaces = 1000

// NewSession returns an empty pane. Its readings end with ctx.
func NewSession(ctx context.Context, open Opener) Session {
	return Session{ctx: ctx, open: open, Steps: Steps{Window: Window{follows: true}}}
}

// Show reads a session. If it is already displayed, it stays on the screen until it has been read again.
func (s *Session) Show(reference string, o terminal.Options) tea.Cmd {
	if reference != s.reference {
		s.Clear()
	}
	if o.Width != s.options.Width {
		s.Steps.opened = nil // their lines have the old width
	}
	s.reference, s.options, s.fresh, s.isLate = reference, o, nil, false
	return s.reading.begin(s.ctx, s.open, reference, o)
}

// Clear empties the pane.
func (s *Session) Clear() {
	s.reading.stop()
	s.find.stop()
	s.remember()
	*s = Session{ctx: s.ctx, open: s.open, reading: s.reading, find: find{number: s.find.number}, places: s.places,
		Steps: Steps{Window: Window{lines: s.Steps.Window.lines, follows: true}}}
}

// remember stores the position in the session. A session that is left at its end is shown at its end again.
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

// Stop ends the reading.
func (s *Session) Stop() { s.reading.stop() }

// Take handles the result of a command of the pane. It ignores other messages.
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

// take handles the next part of the session.
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
	return s.search() // new steps may match, too
}

// IsRead reports whether the session was read to its end.
func (s *Session) IsRead() bool { return s.isDone }

// marker comes before the lines of the chosen step, hit before the first line of a matching step.
const marker, hit = "▌", "•"

// View returns the visible lines.
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
				isHit = false // only the first line gets the mark
			}
			if first+n >= w.top && len(lines) < w.lines {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

// before returns the mark before a line.
func before(isChosen, isHit bool) string {
	switch {
	case isChosen:
		return Cyan.Render(marker) + " "
	case isHit:
		return Yellow.Render(hit) + " "
	}
	return "  "
}

// Failure returns the reason why the session cannot be shown, or nil.
func (s *Session) Failure() error {
	if len(s.Steps.blocks) > 0 {
		return nil
	}
	return s.err
}

// Remark describes what is not visible.
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
	if s.opening != "" {
		remarks = append(remarks, "opening the step")
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
