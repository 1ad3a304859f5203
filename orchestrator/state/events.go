package state

import (
	"reflect"
	"time"

	"stead/inject"
	"stead/inject/signals"
	"stead/readers"
)

// Shown is the driver's reading of something that its CLI has shown.
type Shown struct {
	From   inject.Source
	Signal signals.Signal
}

func (e Shown) change(s State, r Rules, now time.Time) State {
	if e.From == inject.Title || e.From == inject.Screen {
		if reflect.DeepEqual(s.last[e.From], e.Signal) {
			return s // it is still displayed
		}
		s.last[e.From] = e.Signal
		if e.Signal.Rests {
			s.rested = now
		}
	}
	if e.Signal.Limit != nil {
		return s.limit(e.Signal, r, now)
	}
	about := e.Signal.About
	switch {
	case e.Signal.State == "" && about != "":
		s.intent = about
	case e.Signal.State == signals.Permission && about == "":
		about = s.intent
	}
	if e.Signal.State == "" {
		return s
	}
	return s.enter(e.Signal.State, about, r, now)
}

// limit applies a signal of a limit. Later reports of the same limit may contain less, except for its end: Codex
// reports the end only in its records, which may be seen after the event of the refusal (0.171.0).
func (s State) limit(signal signals.Signal, r Rules, now time.Time) State {
	limit := signal.Limit.Following(s.Limit)
	exceeded := limit.Exceeds(r.Patience)
	if s.Limit != nil && s.Limit.Exceeds(r.Patience) && !exceeded {
		if known := *s.Limit; known.Kind == limit.Kind && known.Reset.IsZero() && !limit.Reset.IsZero() {
			known.Reset = limit.Reset
			s.Limit = &known
		}
		return s
	}
	s.Limit, s.limited = &limit, now
	if exceeded || limit.Final {
		return s.set(signals.Limited, signal.About, now)
	}
	return s
}

// Cleared says that a source of signals is empty again. The same content is then a new signal when it reappears.
type Cleared struct{ From inject.Source }

func (e Cleared) change(s State, _ Rules, _ time.Time) State {
	shown := s.last[e.From]
	s.last[e.From] = signals.Signal{}
	if shown.About != "" && s.Is == signals.Input && s.About == shown.About {
		s.About = "" // the question that the CLI waited for is gone
	}
	return s
}

// Records are new records of the session.
type Records struct {
	// Turn is the last signal of a turn in them; Unsure says that its end is only inferred.
	Turn   readers.Turn
	Unsure bool
	// HasResult says that they contain a result of a tool.
	HasResult bool
}

func (e Records) change(s State, r Rules, now time.Time) State {
	isGoingOn := s.Turn == readers.TurnStarted
	if e.Turn != "" {
		s.Turn = e.Turn
	}
	switch e.Turn {
	case readers.TurnStarted:
		if s.Is == signals.Permission && !isGoingOn {
			// this turn asks for it: Claude Code 2.1.332 stores the prompt some 100 ms late, at times after the question
			return s
		}
		return s.startTurn(now)
	case readers.TurnCompleted, readers.TurnInterrupted:
		if e.Unsure && s.last[inject.Title].State != "" {
			return s // the window's title is certain where the records are not
		}
		return s.enter(signals.Input, "", r, now)
	case readers.TurnFailed:
		if s.Is != signals.Limited {
			return s.enter(signals.Failed, "", r, now)
		}
		return s
	}
	if s.Is == signals.Permission && e.HasResult {
		return s.enter(signals.Working, "", r, now)
	}
	return s
}

// startTurn begins a turn, unless it is the one that a limit has just ended.
func (s State) startTurn(now time.Time) State {
	if s.isLate(now) {
		return s
	}
	s.Limit = nil
	return s.set(signals.Working, "", now)
}

// Answered says that the model has answered, so a limit that was hit before is over.
type Answered struct{}

func (Answered) change(s State, _ Rules, now time.Time) State {
	if s.Limit == nil || s.isLate(now) {
		return s
	}
	s.Limit = nil
	if s.Is == signals.Limited {
		return s.set(signals.Working, "", now)
	}
	return s
}

// restful is how long the title alone must show that a CLI does nothing before it counts as waiting for its user,
// because the CLI draws the title before its other output.
const restful = 3 * time.Second

// Rested says that time has passed. It ends work whose end only the title shows: that of Claude Code's own commands,
// such as /compact, and of a dialog that was cancelled (2.1.332).
type Rested struct{}

func (Rested) change(s State, r Rules, now time.Time) State {
	if s.Is == signals.Working && s.last[inject.Title].Rests && now.Sub(s.rested) >= restful &&
		now.Sub(s.Since) >= restful {
		return s.enter(signals.Input, "", r, now)
	}
	return s
}

// Prompted says that the CLI has received a prompt. It may already ask for a permission because of that prompt: its
// question may be its first visible reaction.
type Prompted struct{}

func (Prompted) change(s State, r Rules, now time.Time) State {
	if s.Is == signals.Permission {
		return s
	}
	return s.enter(signals.Working, "", r, now)
}

// Drawn says that the CLI has drawn its composer. A CLI without a prompt then waits for its user, and so does one that
// said so before.
type Drawn struct{}

func (Drawn) change(s State, r Rules, now time.Time) State {
	s.drawn = true
	if s.Is == signals.Starting && (s.idle || !r.Prompted) {
		return s.enter(signals.Input, "", r, now)
	}
	return s
}
