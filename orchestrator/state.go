package orchestrator

import (
	"context"
	"reflect"
	"slices"
	"time"

	"stead/inject"
	"stead/readers"
	"stead/runs"
	"stead/signs"
	"stead/timeline"
)

// state is what several signs mean together. Its fields are guarded by the ledger.
type state struct {
	turn readers.Turn
	// limited is when the last limit was told.
	limited time.Time
	// intent is what the CLI was last said to be about to do: a permission without a reason is asked for that.
	intent string
	// drawn says that the CLI has drawn its composer, idle that it said before then that it waits for its user: Qwen Code's window does so seconds
	// before it reads keys (0.24.4).
	drawn, idle bool
	// stands is the last sign of each source of which the same is seen again and again.
	stands [inject.Screen + 1]signs.Sign
}

// late is how much later than the sign of a failure the records of what was before it may be seen.
const late = 2 * time.Second

// hear takes what the CLI has shown.
func (s *supervision) hear(from inject.Source, said []byte) {
	if from == inject.Event {
		s.noteCalls(said)
	}
	signaller, ok := s.adapter.Driver.(inject.Signaller)
	if !ok {
		return
	}
	sign, ok := signaller.Sign(from, said)
	if !ok && from == inject.Screen {
		s.ledger.count(func(*runs.Run) { s.state.stands[from] = signs.Sign{} }) // what stood there is gone, and is news when it comes again
	}
	if ok && (sign.Session == "" || sign.Session == s.receipt.ID) && s.isNews(from, sign) {
		s.fail(s.take(sign))
	}
}

// noteCalls keeps in the run's record the calls that an event announces: nothing else tells of them when stead and the CLI are killed.
func (s *supervision) noteCalls(event []byte) {
	announcer, ok := s.adapter.Driver.(inject.CallAnnouncer)
	if !ok {
		return
	}
	calls := announcer.Calls(event)
	if len(calls) == 0 {
		return
	}
	s.fail(s.ledger.update(func(r *runs.Run) {
		for _, c := range calls {
			r.Calling = append(slices.Clip(r.Calling), runs.Call(c))
		}
	}))
}

// isNews reports whether a sign says more than that something stands where it stood.
func (s *supervision) isNews(from inject.Source, sign signs.Sign) (isNews bool) {
	if from != inject.Title && from != inject.Screen {
		return true
	}
	s.ledger.count(func(*runs.Run) {
		isNews = !reflect.DeepEqual(s.state.stands[from], sign)
		s.state.stands[from] = sign
	})
	return isNews
}

// take takes a sign. A limit for which there is no patience left ends the CLI.
func (s *supervision) take(sign signs.Sign) error {
	if sign.Cost > 0 {
		s.ledger.count(func(r *runs.Run) { s.meter.Report(sign.Cost, r) })
	}
	if sign.Limit != nil {
		return s.takeLimit(sign)
	}
	s.intend(&sign)
	if sign.State == "" {
		return nil
	}
	return s.becomes(sign.State, sign.About)
}

// intend keeps what the CLI is about to do, and says it of a permission that is asked for without a word.
func (s *supervision) intend(sign *signs.Sign) {
	s.ledger.count(func(*runs.Run) {
		switch {
		case sign.State == "" && sign.About != "":
			s.state.intent = sign.About
		case sign.State == signs.Permission && sign.About == "":
			sign.About = s.state.intent
		}
	})
}

func (s *supervision) takeLimit(sign signs.Sign) error {
	var exceeded bool
	err := s.ledger.update(func(r *runs.Run) {
		limit := sign.Limit.Following(r.Limit)
		exceeded = limit.Exceeds(s.request.Patience)
		if r.Limit != nil && r.Limit.Exceeds(s.request.Patience) && !exceeded {
			return // what is told later of the same limit says less
		}
		r.Limit, s.state.limited = &limit, s.o.Host.Now()
		if exceeded || limit.Final {
			s.set(r, signs.Limited, sign.About)
		}
	})
	if err == nil && exceeded && len(s.request.Failover) > 0 {
		s.stopSoon(s.limitError())
	}
	return err
}

// unwritten is how long a CLI may keep back what it has to write: Claude Code 2.1.197 writes its user's prompt some 100 ms after the hook
// that tells of the prompt's failure, and never when it is ended before.
const unwritten = time.Second

// stopSoon ends the CLI when it has had the time to write what it knows.
func (s *supervision) stopSoon(err error) { time.AfterFunc(unwritten, func() { s.stop(err) }) }

// enters is becomes for a state that needs no words.
func (s *supervision) enters(state signs.State) error { return s.becomes(state, "") }

// becomes changes the state that the run is in.
func (s *supervision) becomes(state signs.State, about string) error {
	now := s.ledger.current()
	if !s.follows(now.State, state) || now.State == state && now.About == about {
		return nil
	}
	return s.ledger.update(func(r *runs.Run) {
		if r.State == signs.Starting && state == signs.Input && about == "" && !s.state.drawn {
			s.state.idle = true
			return
		}
		s.set(r, state, about)
	})
}

// opens waits for the composer of a CLI that begins. A CLI without a prompt waits for its user then, and so does one that has said so before.
func (s *supervision) opens(ctx context.Context) error {
	if s.request.Headless {
		return nil
	}
	s.awaitComposer(ctx)
	if ctx.Err() != nil {
		return nil // it has ended
	}
	return s.ledger.update(func(r *runs.Run) {
		s.state.drawn = true
		if r.State == signs.Starting && (s.state.idle || s.request.Prompt == "") {
			s.set(r, signs.Input, "")
		}
	})
}

// follows reports whether a state can come after another. A turn that failed is told to be over by several signs; and a
// headless CLI waits for nobody.
func (s *supervision) follows(before, after signs.State) bool {
	if after == signs.Input {
		return !s.request.Headless && before != signs.Failed && before != signs.Limited
	}
	return true
}

func (s *supervision) set(r *runs.Run, state signs.State, about string) {
	r.State, r.About, r.Since = state, about, s.o.Host.Now().UTC()
}

// turns takes the sign of a turn's beginning or end, and of what a permission was given for.
func (s *supervision) turns(p readers.Progress) error {
	switch p.Turn {
	case readers.TurnStarted:
		return s.startsTurn()
	case readers.TurnCompleted, readers.TurnInterrupted:
		if p.Unsure && s.isTitled() {
			return nil
		}
		return s.enters(signs.Input)
	case readers.TurnFailed:
		if s.ledger.current().State != signs.Limited {
			return s.enters(signs.Failed)
		}
		return nil
	}
	if s.ledger.current().State == signs.Permission && hasResult(p.Entries) {
		return s.enters(signs.Working)
	}
	return nil
}

// isTitled reports whether the CLI says by its window's title what it does: then that says for sure what its records only let suppose.
func (s *supervision) isTitled() (isTitled bool) {
	s.ledger.count(func(*runs.Run) { isTitled = s.state.stands[inject.Title].State != "" })
	return isTitled
}

func (s *supervision) startsTurn() error {
	if r := s.ledger.current(); r.Limit != nil && s.o.Host.Now().Sub(s.state.limited) < late {
		return nil // it is the beginning of the turn that was limited
	}
	return s.ledger.update(func(r *runs.Run) {
		r.Limit = nil
		s.set(r, signs.Working, "")
	})
}

// recovers forgets a limit when the model answers after all.
func (s *supervision) recovers(r *runs.Run) {
	if r.Limit == nil || s.o.Host.Now().Sub(s.state.limited) < late {
		return
	}
	r.Limit = nil
	if r.State == signs.Limited {
		s.set(r, signs.Working, "")
	}
}

func hasResult(entries []*timeline.Entry) bool {
	for _, e := range entries {
		if e.Type == timeline.ToolResult {
			return true
		}
	}
	return false
}
