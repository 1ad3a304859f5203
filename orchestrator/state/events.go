package state

import (
	"reflect"
	"time"

	"stead/inject"
	"stead/readers"
	"stead/signs"
)

// Signal is what the driver makes of something that its CLI has shown.
type Signal struct {
	From inject.Source
	Sign signs.Sign
}

func (e Signal) change(s State, r Rules, now time.Time) State {
	if e.From == inject.Title || e.From == inject.Screen {
		if reflect.DeepEqual(s.last[e.From], e.Sign) {
			return s // it stands there still
		}
		s.last[e.From] = e.Sign
	}
	if e.Sign.Limit != nil {
		return s.limit(e.Sign, r, now)
	}
	about := e.Sign.About
	switch {
	case e.Sign.State == "" && about != "":
		s.intent = about
	case e.Sign.State == signs.Permission && about == "":
		about = s.intent
	}
	if e.Sign.State == "" {
		return s
	}
	return s.enter(e.Sign.State, about, r, now)
}

// limit takes a signal of a limit. What is reported later of the same limit may say less.
func (s State) limit(sign signs.Sign, r Rules, now time.Time) State {
	limit := sign.Limit.Following(s.Limit)
	exceeded := limit.Exceeds(r.Patience)
	if s.Limit != nil && s.Limit.Exceeds(r.Patience) && !exceeded {
		return s
	}
	s.Limit, s.limited = &limit, now
	if exceeded || limit.Final {
		return s.set(signs.Limited, sign.About, now)
	}
	return s
}

// Cleared says that nothing stands any more where a driver looks for signals: what stood there is news when it comes again.
type Cleared struct{ From inject.Source }

func (e Cleared) change(s State, _ Rules, _ time.Time) State {
	s.last[e.From] = signs.Sign{}
	return s
}

// Records are new records of the session.
type Records struct {
	// Turn is the last sign of a turn in them; Unsure says that its end is only inferred.
	Turn   readers.Turn
	Unsure bool
	// HasResult says that a result of a tool is among them.
	HasResult bool
}

func (e Records) change(s State, r Rules, now time.Time) State {
	if e.Turn != "" {
		s.Turn = e.Turn
	}
	switch e.Turn {
	case readers.TurnStarted:
		return s.startTurn(now)
	case readers.TurnCompleted, readers.TurnInterrupted:
		if e.Unsure && s.last[inject.Title].State != "" {
			return s // the window's title says for sure what the records only suggest
		}
		return s.enter(signs.Input, "", r, now)
	case readers.TurnFailed:
		if s.Is != signs.Limited {
			return s.enter(signs.Failed, "", r, now)
		}
		return s
	}
	if s.Is == signs.Permission && e.HasResult {
		return s.enter(signs.Working, "", r, now)
	}
	return s
}

// startTurn begins a turn, unless it is the one that a limit has just ended.
func (s State) startTurn(now time.Time) State {
	if s.isLate(now) {
		return s
	}
	s.Limit = nil
	return s.set(signs.Working, "", now)
}

// Answered says that the model has answered: a limit that was hit before is over.
type Answered struct{}

func (Answered) change(s State, _ Rules, now time.Time) State {
	if s.Limit == nil || s.isLate(now) {
		return s
	}
	s.Limit = nil
	if s.Is == signs.Limited {
		return s.set(signs.Working, "", now)
	}
	return s
}

// Prompted says that the CLI has got a prompt.
type Prompted struct{}

func (Prompted) change(s State, r Rules, now time.Time) State {
	return s.enter(signs.Working, "", r, now)
}

// Drawn says that the CLI has drawn its composer. One without a prompt waits for its user then, and so does one that has said so before.
type Drawn struct{}

func (Drawn) change(s State, r Rules, now time.Time) State {
	s.drawn = true
	if s.Is == signs.Starting && (s.idle || !r.Prompted) {
		return s.enter(signs.Input, "", r, now)
	}
	return s
}
