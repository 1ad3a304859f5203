package session

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"stead/capture"
	"stead/inject"
	"stead/inject/signals"
	"stead/orchestrator/history"
	"stead/orchestrator/questions"
	"stead/orchestrator/record"
	"stead/orchestrator/state"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
	"stead/timeline/store"
)

// status keeps in the run's record what the CLI is doing, by what the driver makes of what it shows.
type status struct {
	driver   inject.Driver
	record   *record.Keeper
	journal  *store.Journal
	activity *capture.Activity
	screen   *onScreen
	// openCalls counts the CLI's calls without a result: while there is one, it waits for its own tool and not for its
	// model.
	openCalls func() int
	headless  bool
	prompted  bool
	limits    func() Limits
	now       func() time.Time
	// stop ends the CLI, and says why.
	stop      context.CancelCauseFunc
	questions *questions.Register
	// meter and state change only while the record does.
	meter history.Meter
	state state.State
}

func newStatus(o Options, a *capture.Activity, screen *onScreen, stop context.CancelCauseFunc) *status {
	d := o.Delivery
	return &status{
		driver: d.Adapter.Driver, screen: screen, record: o.Files.Record, journal: o.Files.Journal, activity: a,
		now: o.Host.Now, stop: stop,
		openCalls: o.Files.OpenCalls(),
		headless:  d.Request.Headless, prompted: d.Request.Prompt != "", limits: o.Limits, questions: o.Questions,
		meter: history.NewMeter(o.Files.Record.Current().Cost),
	}
}

// interpret asks the driver what something that the CLI has shown means, and applies that.
func (s *status) interpret(from inject.Source, said []byte) {
	if from == inject.Event {
		s.noteCalls(said)
	}
	signaller, ok := s.driver.(inject.Signaller)
	if !ok {
		return
	}
	signal, ok := signaller.Signal(from, said)
	if signal.Opened != "" {
		s.screen.shows(signal.Opened)
		signal.Opened = ""
		ok = signal != signals.Signal{}
	}
	switch {
	case !ok && from == inject.Screen:
		s.fail(s.apply(state.Cleared{From: from}))
	case ok && (signal.Session == "" || s.screen.is(signal.Session)):
		if signal.Cost > 0 {
			s.record.Count(func(r *runs.Run) { s.meter.Report(signal.Cost, r) })
		}
		s.fail(s.apply(state.Shown{From: from, Signal: s.asked(signal)}))
	}
}

func (s *status) fail(err error) {
	if err != nil {
		s.stop(err)
	}
}

// noteCalls keeps in the run's record the calls that an event announces: nothing else tells of them when stead and the
// CLI are killed.
func (s *status) noteCalls(event []byte) {
	announcer, ok := s.driver.(inject.CallAnnouncer)
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

// apply changes the run's state by an event. A limit for which there is no patience left ends the CLI when another can
// take over.
func (s *status) apply(e state.Event) error {
	limits := s.limits()
	rules := state.Rules{Headless: s.headless, Prompted: s.prompted, Patience: limits.Patience}
	hit, resumed := false, false
	err := s.record.Change(func(r *runs.Run) bool {
		before := s.state
		before.Is, before.About, before.Since, before.Limit = r.State, r.About, r.Since, r.Limit
		s.state = before.After(e, rules, s.now())
		r.State, r.About, r.Since, r.Limit = s.state.Is, s.state.About, s.state.Since, s.state.Limit
		hit = s.state.HasHit(before, rules)
		resumed = before.Is == signals.Permission && s.state.Is != before.Is
		return s.showsQuestion(r) || s.state.Shows(before)
	})
	if resumed {
		err = errors.Join(err, s.resumed())
	}
	if err == nil && hit && limits.CanMove {
		s.stopSoon(s.limit())
	}
	return err
}

// unwritten is how long a CLI may keep back what it has to write: Claude Code 2.1.197 writes its user's prompt some 100
// ms after the hook that tells of the prompt's failure, and never when it is ended before.
const unwritten = time.Second

// stopSoon ends the CLI when it has had the time to write what it knows.
func (s *status) stopSoon(err error) { time.AfterFunc(unwritten, func() { s.stop(err) }) }

// waitsFor reports whether the CLI has waited for its user for so long.
func (s *status) waitsFor(d time.Duration) bool {
	r := s.record.Current()
	return r.State == signals.Input && s.now().Sub(r.Since) >= d
}

// limit is the limit that the CLI has reported. Nil when there was none, or when it has worked since.
func (s *status) limit() *LimitError {
	r := s.record.Current()
	if r.Limit == nil {
		return nil
	}
	return &LimitError{CLI: s.driver.Info().Title, Run: r.ID, Limit: *r.Limit, About: r.About,
		Failover: s.limits().CanMove}
}

// watchSilence tells the state that time has passed, and takes it for a limit when a CLI at work is silent for longer
// than the user's patience: codex 0.169.0 sleeps without a word when it is told to come back in two hours.
func (s *status) watchSilence(ctx context.Context) error {
	for {
		patience := s.limits().Patience.Silence
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(between(patience)):
		}
		if err := s.apply(state.Rested{}); err != nil {
			return err
		}
		if patience > 0 && s.record.Current().State == signals.Working && s.silence() > patience {
			silent := signals.Signal{Limit: &signals.Limit{Kind: signals.Network, Final: true},
				About: fmt.Sprintf("nothing for %v", patience)}
			return s.apply(state.Shown{From: inject.Event, Signal: silent})
		}
	}
}

// silence is for how long nothing was heard of a CLI that has nothing to wait for but its model.
func (s *status) silence() time.Duration {
	if s.openCalls() > 0 {
		return 0
	}
	return s.activity.Silence()
}

// between is how long to wait before the silence is measured again. The patience may change meanwhile.
func between(patience time.Duration) time.Duration {
	const longest = time.Second
	if patience <= 0 {
		return longest
	}
	return min(max(patience/20, time.Millisecond), longest)
}

// records is what new records say of the run's state.
func records(p readers.Progress) state.Records {
	hasResult := slices.ContainsFunc(p.Entries, func(e *timeline.Entry) bool { return e.Type == timeline.ToolResult })
	return state.Records{Turn: p.Turn, Unsure: p.Unsure, HasResult: hasResult}
}
