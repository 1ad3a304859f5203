package session

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stead/inject"
	"stead/inject/signals"
	"stead/orchestrator/questions"
	"stead/runs"
)

// waiting is the keyboard of a CLI that waits for its user, with what is typed into it.
func waiting(t *testing.T) (k *keyboard, typed *bytes.Buffer) {
	t.Helper()
	typed = &bytes.Buffer{}
	k = keyboardBefore(t, typed, "> ")
	k.display, k.now = nil, time.Now
	s := attended(t, silent{})
	k.record, k.status, k.activity, k.ready = s.o.Files.Record, s.status, s.status.activity, s.keyboard.ready
	k.ready.Output(time.Now(), []byte("Type"))
	k.record.Count(func(r *runs.Run) { r.State = signals.Input })
	return k, typed
}

// order is an order of which the outcome is noted.
func order(text string, outcomes *[]error) Order {
	return Order{Text: text, Wanted: context.Background(), Done: func(err error) { *outcomes = append(*outcomes, err) }}
}

func TestOrdersAreCarriedOutOneAfterTheOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k, typed := waiting(t)
		var outcomes []error
		told := make(chan Order)
		left := order("first", &outcomes)
		orders := Orders{From: told, left: &left}
		go func() {
			told <- order("second", &outcomes)
			close(told)
		}()
		ctx, stop := context.WithCancel(t.Context())
		go func() { // the CLI draws what is typed, and its turns end
			for wait(ctx, time.Second) {
				k.activity.Beat()
				_ = k.record.Update(func(r *runs.Run) { r.State = signals.Input })
			}
		}()
		k.obey(t.Context(), &orders)
		stop()
		if got, want := typed.String(), "\x1b[200~first\x1b[201~\r\x1b[200~second\x1b[201~\r"; got != want ||
			!slices.Equal(outcomes, []error{nil, nil}) {
			t.Errorf("typed is %q, the outcomes are %v", got, outcomes)
		}
		if orders.left != nil || k.ordered.Load() {
			t.Error("something is left to do")
		}
	})
}

func TestNothingIsTypedWhereNobodyCan(t *testing.T) {
	k, typed := waiting(t)
	k.headless = true
	if err := k.carryOut(t.Context(), Order{Text: "Go on.", Wanted: t.Context()}); !errors.Is(err, ErrHeadless) ||
		typed.Len() > 0 {
		t.Errorf("the error is %v, typed is %q", err, typed)
	}
}

// A CLI takes a text when it waits, whatever has ended its turn.
func TestOrderWaitsForTheEndOfTheTurn(t *testing.T) {
	for state, takes := range map[signals.State]bool{
		signals.Input: true, signals.Failed: true, signals.Limited: true, signals.Working: false, signals.Starting: false,
		signals.Permission: false,
	} {
		synctest.Test(t, func(t *testing.T) {
			k, typed := waiting(t)
			k.record.Count(func(r *runs.Run) { r.State = state })
			ctx, end := context.WithTimeout(t.Context(), time.Minute)
			defer end()
			time.AfterFunc(time.Second, k.activity.Beat)
			err := k.carryOut(ctx, Order{Text: "Go on.", Wanted: t.Context()})
			if takes != (err == nil) || takes != strings.HasSuffix(typed.String(), "\r") || !takes && !errors.Is(err, ErrEnded) {
				t.Errorf("%s: the error is %v, typed is %q", state, err, typed)
			}
		})
	}
}

// The CLI ends before it is ready, and before it has what was typed.
func TestOrderThatACLIDidNotComeToIsNotDone(t *testing.T) {
	k, _ := waiting(t)
	ended, end := context.WithCancel(t.Context())
	end()
	var outcomes []error
	k.execute(ended, order("Go on.", &outcomes), &Orders{})
	if len(outcomes) != 1 || !errors.Is(outcomes[0], ErrEnded) ||
		!strings.HasSuffix(outcomes[0].Error(), "while the text was typed") {
		t.Errorf("the outcomes are %v", outcomes)
	}
	k.record.Count(func(r *runs.Run) { r.State = signals.Working })
	unwanted, giveUp := context.WithCancel(t.Context())
	giveUp()
	k.execute(ended, Order{Wanted: unwanted, Done: outcomesOf(&outcomes)}, &Orders{})
	if len(outcomes) != 2 || !errors.Is(outcomes[1], ErrEnded) {
		t.Errorf("who has given up is not told that the CLI has ended, too: %v", outcomes)
	}
}

func outcomesOf(outcomes *[]error) func(error) {
	return func(err error) { *outcomes = append(*outcomes, err) }
}

// TestOrderIsLeftToTheNextStart has a CLI make way for its mirror before it comes to an order, and end for another
// reason.
func TestOrderIsLeftToTheNextStart(t *testing.T) {
	for _, reason := range []error{ErrMadeWay, ErrInterrupted} {
		k, _ := waiting(t)
		k.record.Count(func(r *runs.Run) { r.State = signals.Working })
		ctx, end := context.WithCancelCause(t.Context())
		end(reason)
		var outcomes []error
		var orders Orders
		k.execute(ctx, order("Go on.", &outcomes), &orders)
		if isLeft := orders.left != nil; isLeft != errors.Is(reason, ErrMadeWay) || isLeft == (len(outcomes) == 1) {
			t.Errorf("%v: it is left: %v, the outcomes are %v", reason, isLeft, outcomes)
		}
		orders.End()
		if len(outcomes) != 1 || !errors.Is(outcomes[0], ErrEnded) {
			t.Errorf("%v: when there is no next start the outcomes are %v", reason, outcomes)
		}
	}
}

// refused is a terminal that takes no keys.
type refused struct{ err error }

func (r refused) Write([]byte) (int, error) { return 0, r.err }
func (refused) TakesKeys() bool             { return true }

func TestKeysThatCannotBeTypedAreAnError(t *testing.T) {
	failure := errors.New("the terminal is gone")
	for refusal, want := range map[error]error{failure: failure, os.ErrProcessDone: nil} {
		k, _ := waiting(t)
		k.process = refused{refusal}
		if err := k.write("x"); !errors.Is(err, want) {
			t.Errorf("%v: keys: %v", refusal, err)
		}
		k.activity = nil // nothing is awaited behind an error
		if want != nil {
			if err := k.carryOut(t.Context(), Order{Text: "Go on.", Wanted: t.Context()}); !errors.Is(err, want) {
				t.Errorf("%v: a text: %v", refusal, err)
			}
		}
	}
}

// ending is a CLI that ends when something is typed.
type ending struct {
	*bytes.Buffer
	end func()
}

func (e ending) Write(keys []byte) (int, error) {
	e.end()
	return e.Buffer.Write(keys)
}

func (ending) TakesKeys() bool { return true }

// A CLI that ends while a text is typed gets no key that submits it.
func TestNothingIsSubmittedToACLIThatHasEnded(t *testing.T) {
	k, typed := waiting(t)
	ctx, end := context.WithCancel(t.Context())
	k.process = ending{typed, end}
	if err := k.enter(ctx, inject.Typing{Text: "Go on.", Submit: "\r"}); err != nil ||
		strings.Contains(typed.String(), "\r") {
		t.Errorf("typed is %q: %v", typed, err)
	}
	if state := k.record.Current().State; state != signals.Input {
		t.Errorf("it is %s", state)
	}
	typed.Reset()
	if err := k.enter(ctx, inject.Typing{Text: "Go on.", Submit: "\r", Settle: time.Hour}); err != nil || typed.Len() > 0 {
		t.Errorf("typed is %q: %v", typed, err)
	}
}

func TestTurnBeginsBeforeItsPromptIsSubmitted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k, typed := waiting(t)
		time.AfterFunc(time.Second, k.activity.Beat)
		ctx, end := context.WithCancel(t.Context())
		time.AfterFunc(2*time.Second, end)
		if err := k.enter(ctx, inject.Typing{Text: "Go on.", Submit: "\r", Pause: time.Hour}); err != nil ||
			strings.Contains(typed.String(), "\r") {
			t.Errorf("typed is %q: %v", typed, err)
		}
		if state := k.record.Current().State; state != signals.Working {
			t.Errorf("it is %s", state)
		}
	})
}

// The record cannot be saved: the prompt is not submitted, as nobody would know that the CLI works.
func TestPromptOfARunThatCannotBeRecordedIsNotSubmitted(t *testing.T) {
	k, typed := waiting(t)
	k.status.record = keyboardBefore(t, nil, "").record // its folder is none
	k.status.questions = &questions.Register{}
	k.activity.Beat()
	k.now = func() time.Time { return time.Time{} }
	if err := k.enter(t.Context(), inject.Typing{Text: "Go on.", Submit: "\r"}); err == nil ||
		strings.Contains(typed.String(), "\r") {
		t.Errorf("typed is %q: %v", typed, err)
	}
}
