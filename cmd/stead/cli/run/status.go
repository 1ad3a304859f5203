package run

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"time"

	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/inject/signals"
	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/orchestrator"
	"stead/orchestrator/delivery"
	"stead/runs"
	"stead/timeline"
)

// status shows in one line what a headless run does, from the delivery of its session on.
type status struct {
	term *term.Terminal
	ctx  context.Context
	// onClose registers a function to call when the command is over.
	onClose func(func())
	now     func() time.Time

	mutex sync.Mutex
	line  *term.Status
	began time.Time
	state signals.State
	doing transcript.Activity
}

var _ orchestrator.Observer = (*status)(nil)

// newStatus returns the observer that draws that line. It returns nil if there is no terminal for the line, or if the
// run's own output goes to that terminal all the time.
func newStatus(ctx context.Context, p *setup.Process, asJSON bool, now func() time.Time) orchestrator.Observer {
	if !p.Term.Err.Draws() || asJSON && term.IsTerminal(p.Term.Out) {
		return nil
	}
	return &status{term: p.Term, ctx: ctx, onClose: p.OnClose, now: now}
}

// Delivered implements orchestrator.Observer.
func (s *status) Delivered(delivery.Plan) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.line != nil {
		return // a CLI that takes over delivers again
	}
	s.began = s.now()
	s.line = s.term.Err.ShowStatus(s.text)
	s.onClose(s.line.Close)
	quiet := s.term.Quiet(s.line.Changed)
	context.AfterFunc(s.ctx, quiet.End)
	s.onClose(quiet.End)
}

// Entry implements orchestrator.Observer.
func (s *status) Entry(e *timeline.Entry) { s.change(func() { s.doing.Add(e) }) }

// Changed implements orchestrator.Observer.
func (s *status) Changed(r runs.Run) {
	s.change(func() {
		s.state = r.State
		s.doing.AtLeast(r.Turns, r.Usage, r.Cost)
	})
}

// Note implements orchestrator.Observer.
func (s *status) Note(string) {}

func (s *status) change(fn func()) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	fn()
	if s.line != nil {
		s.line.Changed()
	}
}

// text returns the line: the state, the duration, the consumption, and the current activity.
func (s *status) text() string {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	d := s.doing
	return fmt.Sprintf("%-10s %s  %s, %s tokens  %s", cmp.Or(s.state, signals.Starting), term.Brief(s.now().Sub(s.began)),
		transcript.Count(int(d.Turns), "turn"), term.Amount(d.Tokens), plain.Line(d.Last))
}
