package orchestrator

import (
	"context"
	"slices"
	"time"

	"stead/inject"
	"stead/orchestrator/state"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
)

// hear asks the driver what something that the CLI has shown means, and applies that.
func (s *supervision) hear(from inject.Source, said []byte) {
	if from == inject.Event {
		s.noteCalls(said)
	}
	signaller, ok := s.adapter.Driver.(inject.Signaller)
	if !ok {
		return
	}
	signal, ok := signaller.Signal(from, said)
	switch {
	case !ok && from == inject.Screen:
		s.fail(s.apply(state.Cleared{From: from}))
	case ok && (signal.Session == "" || signal.Session == s.receipt.ID):
		if signal.Cost > 0 {
			s.record.Count(func(r *runs.Run) { s.meter.Report(signal.Cost, r) })
		}
		s.fail(s.apply(state.Shown{From: from, Signal: signal}))
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
	s.fail(s.record.Update(func(r *runs.Run) {
		for _, c := range calls {
			r.Calling = append(slices.Clip(r.Calling), runs.Call(c))
		}
	}))
}

// apply changes the run's state by an event. A limit for which there is no patience left ends the CLI when another can take over.
func (s *supervision) apply(e state.Event) error {
	request := s.request.current()
	rules := state.Rules{Headless: request.Headless, Prompted: request.Prompt != "", Patience: request.Patience}
	hit := false
	err := s.record.Change(func(r *runs.Run) bool {
		before := s.state
		before.Is, before.About, before.Since, before.Limit = r.State, r.About, r.Since, r.Limit
		s.state = before.After(e, rules, s.o.Host.Now())
		r.State, r.About, r.Since, r.Limit = s.state.Is, s.state.About, s.state.Since, s.state.Limit
		hit = s.state.HasHit(before, rules)
		return s.state.Shows(before)
	})
	if err == nil && hit && len(request.Failover) > 0 {
		s.stopSoon(s.limitError())
	}
	return err
}

// unwritten is how long a CLI may keep back what it has to write: Claude Code 2.1.197 writes its user's prompt some 100 ms after the hook
// that tells of the prompt's failure, and never when it is ended before.
const unwritten = time.Second

// stopSoon ends the CLI when it has had the time to write what it knows.
func (s *supervision) stopSoon(err error) { time.AfterFunc(unwritten, func() { s.stop(err) }) }

// opens waits for the composer of an interactive CLI that begins.
func (s *supervision) opens(ctx context.Context) error {
	if s.request.Headless {
		return nil
	}
	s.awaitComposer(ctx)
	if ctx.Err() != nil {
		return nil // it has ended
	}
	return s.apply(state.Drawn{})
}

// records is what new records say of the run's state.
func records(p readers.Progress) state.Records {
	hasResult := slices.ContainsFunc(p.Entries, func(e *timeline.Entry) bool { return e.Type == timeline.ToolResult })
	return state.Records{Turn: p.Turn, Unsure: p.Unsure, HasResult: hasResult}
}
