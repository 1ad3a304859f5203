package session

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"stead/inject"
	"stead/inject/signals"
	"stead/orchestrator/state"
	"stead/readers"
	"stead/runs"
	"stead/timeline"
)

// telling is a driver of a CLI of which every sign means the same.
type telling struct {
	silent
	signal signals.Signal
	ok     bool
	calls  []inject.Call
}

func (d *telling) Signal(inject.Source, []byte) (signals.Signal, bool) { return d.signal, d.ok }
func (d *telling) Calls([]byte) []inject.Call                          { return d.calls }

func TestSignOfAnotherSessionIsPassedOver(t *testing.T) {
	for session, want := range map[string]signals.State{"": signals.Working, "wanted": signals.Working,
		"other": signals.Starting} {
		s := attended(t, &telling{signal: signals.Signal{State: signals.Working, Session: session}, ok: true})
		s.status.interpret(inject.Hook, nil)
		if got := s.o.Files.Record.Current().State; got != want {
			t.Errorf("a sign of session %q: it is %s", session, got)
		}
	}
}

func TestWhatMeansNothingChangesNothing(t *testing.T) {
	s := attended(t, &telling{signal: signals.Signal{State: signals.Working}})
	s.status.interpret(inject.Hook, nil)
	s = attended(t, silent{}) // a driver that knows no signs
	s.status.interpret(inject.Screen, nil)
	if got := s.o.Files.Record.Current().State; got != signals.Starting {
		t.Errorf("it is %s", got)
	}
}

// A sign that a session was opened may be nothing else, or say what the CLI does as well.
func TestSignSaysWhichSessionIsOpen(t *testing.T) {
	for want, signal := range map[signals.State]signals.Signal{
		signals.Starting: {Opened: "other"}, signals.Working: {Opened: "other", State: signals.Working},
	} {
		s := attended(t, &telling{signal: signal, ok: true})
		s.proof.Saw("wanted")
		s.status.interpret(inject.Hook, nil)
		if got := s.o.Files.Record.Current().State; got != want || !s.screen.is("other") {
			t.Errorf("it is %s in %s, not %s", got, s.screen.session(), want)
		}
	}
}

// A question that was read from the screen is waited for until it is gone from there.
func TestEmptyScreenClearsWhatStoodThere(t *testing.T) {
	d := &telling{signal: signals.Signal{State: signals.Input, About: "Trust it?"}, ok: true}
	s := attended(t, d)
	s.status.interpret(inject.Screen, nil)
	d.ok = false
	for _, c := range []struct {
		from inject.Source
		want string
	}{{inject.Hook, "Trust it?"}, {inject.Screen, ""}} {
		s.status.interpret(c.from, nil)
		if got := s.o.Files.Record.Current().About; got != c.want {
			t.Errorf("after source %d it asks %q", c.from, got)
		}
	}
}

func TestCostIsWhatTheCLISaysLast(t *testing.T) {
	d := &telling{ok: true}
	s := attended(t, d)
	for _, c := range []struct{ said, want float64 }{{0.5, 0.5}, {0, 0.5}, {2, 2}} {
		d.signal.Cost = c.said
		s.status.interpret(inject.Event, nil)
		if got := s.o.Files.Record.Current().Cost; got != c.want {
			t.Errorf("it has said %v: the run has cost %v, not %v", c.said, got, c.want)
		}
	}
}

func TestAnnouncedCallsAreInTheRecord(t *testing.T) {
	s := attended(t, &telling{calls: []inject.Call{{ID: "1", Text: "shell: ls"}, {ID: "2", Text: "shell: make"}}})
	s.status.interpret(inject.Event, nil)
	s.status.interpret(inject.Event, nil)
	s.status.interpret(inject.Hook, nil) // announces nothing
	if calling := s.o.Files.Record.Current().Calling; len(calling) != 4 ||
		calling[1] != (runs.Call{ID: "2", Text: "shell: make"}) {
		t.Errorf("the record has %v", calling)
	}
}

// stops collects why a CLI is stopped.
func stops(reasons *[]error) context.CancelCauseFunc {
	return func(err error) { *reasons = append(*reasons, err) }
}

func TestARecordThatCannotBeKeptEndsTheCLI(t *testing.T) {
	var reasons []error
	d := &telling{signal: signals.Signal{State: signals.Working}, ok: true, calls: []inject.Call{{ID: "1"}}}
	s := newSupervisor(optionsOf(t, d), stops(&reasons))
	s.status.record = keyboardBefore(t, nil, "").record // its folder is none
	s.status.interpret(inject.Event, nil)
	if len(reasons) != 2 {
		t.Errorf("it ends with %v, want one for the call and one for the sign", reasons)
	}
	s.fail(nil)
	s.status.fail(nil)
	if s.fail(ErrInterrupted); len(reasons) != 3 || !errors.Is(reasons[2], ErrInterrupted) {
		t.Errorf("it ends with %v", reasons)
	}
}

// The CLI has a second to write what it knows, where another one takes over.
func TestLimitEndsTheCLIWhenAnotherCanTakeOver(t *testing.T) {
	for canMove, want := range map[bool]int{true: 1, false: 0} {
		synctest.Test(t, func(t *testing.T) {
			reasons := make(chan error, 9)
			o := optionsOf(t, silent{})
			o.Limits = func() Limits { return Limits{CanMove: canMove, Patience: signals.Patience{Attempts: 3}} }
			s := newSupervisor(o, func(err error) { reasons <- err })
			if s.status.limit() != nil {
				t.Error("there is a limit before one was hit")
			}
			for attempt := 1; attempt <= 3; attempt++ {
				signal := signals.Signal{Limit: &signals.Limit{Kind: signals.Throttle, Attempt: attempt}, About: "Slow down"}
				if err := s.status.apply(state.Shown{From: inject.Hook, Signal: signal}); err != nil {
					t.Fatal(err)
				}
				time.Sleep(999 * time.Millisecond)
				if synctest.Wait(); len(reasons) > 0 {
					t.Errorf("after attempt %d it is ended at once", attempt)
				}
			}
			time.Sleep(time.Millisecond)
			synctest.Wait()
			if len(reasons) != want {
				t.Fatalf("it can move: %v, and it ends %d times", canMove, len(reasons))
			}
			close(reasons)
			for err := range reasons {
				if limit := (*LimitError)(nil); !errors.As(err, &limit) || limit.CLI != "Some CLI" || limit.Limit.Attempt != 3 ||
					!limit.Failover {
					t.Errorf("it ends with %v", err)
				}
			}
		})
	}
}

// TestSilenceIsALimitOnlyOfACLIAtWork has CLIs that say nothing for a minute.
func TestSilenceIsALimitOnlyOfACLIAtWork(t *testing.T) {
	for _, c := range []struct {
		name     string
		is       signals.State
		patience time.Duration
		calls    int
		want     time.Duration // 0 is never
	}{
		{"it works", signals.Working, 10 * time.Second, 0, 10*time.Second + 500*time.Millisecond},
		{"it works, and nobody is impatient", signals.Working, 0, 0, 0},
		{"it waits for its user", signals.Input, 10 * time.Second, 0, 0},
		{"it waits for its own tool", signals.Working, 10 * time.Second, 1, 0},
		{"there is much patience", signals.Working, 30 * time.Second, 0, 31 * time.Second},
		{"there is nearly none", signals.Working, 2 * time.Millisecond, 0, 3 * time.Millisecond},
	} {
		synctest.Test(t, func(t *testing.T) {
			o := optionsOf(t, silent{})
			o.Limits = func() Limits { return Limits{Patience: signals.Patience{Silence: c.patience}} }
			s := newSupervisor(o, func(err error) { t.Error(err) })
			s.status.openCalls = func() int { return c.calls }
			s.o.Files.Record.Count(func(r *runs.Run) { r.State = c.is })
			ctx, end := context.WithTimeout(t.Context(), time.Minute)
			defer end()
			began := time.Now()
			if err := s.status.watchSilence(ctx); err != nil {
				t.Error(err)
			}
			took, limit := time.Since(began), s.status.limit()
			isSilent := limit != nil && limit.Limit.Kind == signals.Network && limit.About == "nothing for "+c.patience.String()
			if c.want == 0 && limit != nil || c.want > 0 && (took != c.want || !isSilent) {
				t.Errorf("%s: after %v the limit is %v", c.name, took, limit)
			}
		})
	}
}

func TestSilenceThatCannotBeRecordedIsAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := attended(t, silent{})
		s.status.record = keyboardBefore(t, nil, "").record
		s.status.record.Count(func(r *runs.Run) { r.State = signals.Working })
		if err := s.status.apply(state.Shown{From: inject.Title,
			Signal: signals.Signal{State: signals.Working, Rests: true}}); err != nil {
			t.Fatal(err)
		}
		if err := s.status.watchSilence(t.Context()); err == nil {
			t.Error("that the CLI waits for its user is lost")
		}
	})
}

// A CLI with a prompt does not wait for its user when it is drawn.
func TestDrawnCLIWithAPromptIsNotIdle(t *testing.T) {
	for prompt, want := range map[string]signals.State{"": signals.Input, "Go on.": signals.Starting} {
		o := optionsOf(t, silent{})
		o.Delivery.Request.Prompt = prompt
		s := newSupervisor(o, func(err error) { t.Error(err) })
		s.keyboard.ready.Output(time.Now(), []byte("Type"))
		if err := s.opens(t.Context()); err != nil || s.o.Files.Record.Current().State != want {
			t.Errorf("with the prompt %q it is %s: %v", prompt, s.o.Files.Record.Current().State, err)
		}
	}
}

func TestCLIThatEndsBeforeItIsDrawnIsNotIdle(t *testing.T) {
	s := attended(t, silent{})
	ctx, end := context.WithCancel(t.Context())
	end()
	if err := s.opens(ctx); err != nil || s.o.Files.Record.Current().State != signals.Starting {
		t.Errorf("it is %s: %v", s.o.Files.Record.Current().State, err)
	}
}

func TestSilenceIsMeasuredOftenEnough(t *testing.T) {
	for patience, want := range map[time.Duration]time.Duration{
		-1: time.Second, 0: time.Second, 2 * time.Millisecond: time.Millisecond, 10 * time.Second: 500 * time.Millisecond,
		time.Minute: time.Second,
	} {
		if got := between(patience); got != want {
			t.Errorf("with a patience of %v it is measured each %v", patience, got)
		}
	}
}

// A result says that the permission was given, for which the CLI has asked.
func TestResultEndsThePermission(t *testing.T) {
	for kind, want := range map[timeline.EntryType]signals.State{timeline.ToolResult: signals.Working,
		timeline.ToolCall: signals.Permission} {
		s := attended(t, silent{})
		s.o.Files.Record.Count(func(r *runs.Run) { r.State = signals.Permission })
		if err := s.status.apply(records(readers.Progress{Entries: []*timeline.Entry{{Type: timeline.User},
			{Type: kind}}})); err != nil {
			t.Fatal(err)
		}
		if got := s.o.Files.Record.Current().State; got != want {
			t.Errorf("behind a %s it is %s", kind, got)
		}
	}
}

func TestCLIIsIdleWhenItHasWaitedForASecond(t *testing.T) {
	for waited, want := range map[time.Duration]bool{steady: true, steady - 1: false} {
		s := attended(t, silent{})
		s.status.now = func() time.Time { return began.Add(waited) }
		s.o.Files.Record.Count(func(r *runs.Run) { r.State, r.Since = signals.Input, began })
		if got := s.IsIdle(); got != want {
			t.Errorf("after %v it is idle: %v", waited, got)
		}
	}
}
