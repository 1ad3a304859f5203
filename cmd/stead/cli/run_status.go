package cli

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/term"

	"stead/internal/plain"
	"stead/internal/transcript"
	"stead/orchestrator"
	"stead/runs"
	"stead/signs"
	"stead/timeline"
)

// runStatus says in a line what a headless run does, from when its session is delivered.
type runStatus struct {
	*app
	ctx context.Context
	now func() time.Time

	mutex sync.Mutex
	line  *statusLine
	began time.Time
	state signs.State
	doing transcript.Activity
}

var _ orchestrator.Observer = (*runStatus)(nil)

// watchStatus returns who draws that line. Nil where there is no terminal for it, or the run's own output goes there all the time.
func (a *app) watchStatus(ctx context.Context, asJSON bool, now func() time.Time) orchestrator.Observer {
	if !a.draws() || asJSON && term.IsTerminal(int(a.Stdout.Fd())) {
		return nil
	}
	return &runStatus{app: a, ctx: ctx, now: now}
}

// Delivered implements orchestrator.Observer.
func (s *runStatus) Delivered(orchestrator.Plan) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.line != nil {
		return // a CLI that takes over
	}
	s.began = s.now()
	s.line = s.showStatus(s.text)
	s.hush(s.ctx, func() { s.line.changed.Store(true) })
}

// Entry implements orchestrator.Observer.
func (s *runStatus) Entry(e *timeline.Entry) { s.change(func() { s.doing.Add(e) }) }

// Changed implements orchestrator.Observer.
func (s *runStatus) Changed(r runs.Run) {
	s.change(func() {
		s.state = r.State
		s.doing.AtLeast(r.Turns, r.Usage, r.Cost)
	})
}

// Note implements orchestrator.Observer.
func (s *runStatus) Note(string) {}

func (s *runStatus) change(fn func()) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	fn()
	if s.line != nil {
		s.line.changed.Store(true)
	}
}

// text is the line: the state, for how long, what it took, and what is done now.
func (s *runStatus) text() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	d := s.doing
	return fmt.Sprintf("%-10s %s  %s, %s tokens  %s", cmp.Or(s.state, signs.Starting), shortTime(s.now().Sub(s.began)),
		transcript.Count(int(d.Turns), "turn"), amount(d.Tokens), plain.Line(d.Last))
}
