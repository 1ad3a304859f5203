package session

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"stead/capture"
	"stead/inject"
	"stead/inject/signals"
	"stead/orchestrator/questions"
	"stead/orchestrator/record"
	"stead/runs"
)

// asking is a driver that knows one dialog.
type asking struct{ inject.Driver }

func (asking) Signal(_ inject.Source, said []byte) (signals.Signal, bool) {
	return signals.Signal{State: signals.Input, About: "Trust it?"}, strings.Contains(string(said), "Trust it?")
}

// screens are shown one after the other, the last for good.
type screens struct{ left []string }

func (s *screens) Text() string {
	text := s.left[0]
	if len(s.left) > 1 {
		s.left = s.left[1:]
	}
	return text
}

// typedKeys takes keys at any time.
type typedKeys struct{ *bytes.Buffer }

func (typedKeys) TakesKeys() bool { return true }

func keyboardBefore(t *testing.T, typed *bytes.Buffer, all ...string) *keyboard {
	t.Helper()
	keeper := record.NewKeeper(runs.Open(t.TempDir()), runs.Run{ID: "1"}, func(runs.Run) {})
	return &keyboard{
		process: &typedKeys{typed}, composer: inject.Typing{Ready: ">", Submit: "\r"}, display: &screens{all},
		record: keeper, status: &status{driver: asking{}, record: keeper},
	}
}

func TestTextIsNotTypedIntoADialog(t *testing.T) {
	var typed bytes.Buffer
	err := keyboardBefore(t, &typed, "Trust it?\n> 1. Yes").enter(t.Context(), inject.Typing{Text: "Go on.", Submit: "\r"})
	if dialog := (*DialogError)(nil); !errors.As(err, &dialog) || dialog.About != "Trust it?" {
		t.Errorf("the error is %v", err)
	}
	if typed.Len() > 0 {
		t.Errorf("it typed %q", typed.String())
	}
}

func TestDialogThatComesLateIsNotAnswered(t *testing.T) {
	var typed bytes.Buffer
	k := keyboardBefore(t, &typed, ">", ">", "> Go on.", "Trust it?\n> 1. Yes")
	k.now = time.Now
	err := k.enter(t.Context(), inject.Typing{Text: "Go on.", Submit: "\r"})
	if dialog := (*DialogError)(nil); !errors.As(err, &dialog) {
		t.Errorf("the error is %v", err)
	}
	if strings.Contains(typed.String(), "\r") {
		t.Errorf("it typed %q", typed.String())
	}
}

// TestComposerIsWaitedForBehindADialog has the answered dialog leave an empty screen first, and then show a second one.
func TestComposerIsWaitedForBehindADialog(t *testing.T) {
	k := keyboardBefore(t, nil, "Trust it?", "loading", "loading", "loading", "> ")
	if k.asks() == nil {
		t.Fatal("nothing is asked")
	}
	k.awaitReturn(t.Context())
	if shown := k.display.Text(); shown != "> " || k.asked.Load() {
		t.Errorf("it goes on with %q on the screen, asked %v", shown, k.asked.Load())
	}
	k = keyboardBefore(t, nil, "Trust it?", "loading", "loading", "Trust it? >")
	_ = k.asks()
	k.awaitReturn(t.Context())
	if k.asks() == nil || !k.asked.Load() {
		t.Error("the second dialog is passed over")
	}
}

// answered is a terminal on which a dialog stands until it was looked at a few times, and then the composer with what
// was typed.
type answered struct {
	typed *bytes.Buffer
	looks int
}

func (a *answered) Text() string {
	if a.looks--; a.looks > 0 {
		return "Trust it?\n> 1. Yes"
	}
	return "> " + a.typed.String()
}

func TestPromptWaitsUntilTheDialogIsAnswered(t *testing.T) {
	var typed bytes.Buffer
	k := keyboardBefore(t, &typed, "")
	folder := runs.Open(t.TempDir())
	id, err := folder.Create(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	k.record = record.NewKeeper(folder, runs.Run{ID: id}, func(runs.Run) {})
	k.status.record, k.status.now, k.status.limits, k.status.questions = k.record, time.Now, func() Limits {
		return Limits{}
	}, &questions.Register{}
	k.now, k.display, k.ready = time.Now, &answered{&typed, 4}, capture.NewTextWaiter(">")
	k.ready.Output(time.Now(), []byte("> 1. Yes"))
	if err := k.prompt(t.Context(), inject.Typing{Text: "Go on.", Submit: "\r"}); err != nil {
		t.Fatal(err)
	}
	if got := typed.String(); got != "\x1b[200~Go on.\x1b[201~\r" || k.record.Current().State != signals.Working {
		t.Errorf("it typed %q, and the run is %s", got, k.record.Current().State)
	}
}

// TestTextThatNobodyWaitsForIsNotTyped has whoever sent a text give up while the CLI works.
func TestTextThatNobodyWaitsForIsNotTyped(t *testing.T) {
	var typed bytes.Buffer
	k := keyboardBefore(t, &typed, ">")
	wanted, giveUp := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, giveUp)
	if err := k.carryOut(t.Context(), Order{Text: "Go on.", Wanted: wanted}); !errors.Is(err, ErrUnwanted) {
		t.Errorf("the error is %v", err)
	}
	k.record.Count(func(r *runs.Run) { r.State = signals.Input })
	if err := k.carryOut(t.Context(), Order{Text: "Go on.", Wanted: wanted}); !errors.Is(err, ErrUnwanted) ||
		typed.Len() > 0 {
		t.Errorf("the error is %v, it typed %q", err, typed.String())
	}
}

// glance is a driver that makes of a screen what the screen says: its state, and what is asked.
type glance struct{ inject.Driver }

func (glance) Signal(_ inject.Source, said []byte) (signals.Signal, bool) {
	is, about, ok := strings.Cut(string(said), ": ")
	return signals.Signal{State: signals.State(is), About: about}, ok
}

func TestDialogIsWhatAsksSomethingOnTheScreen(t *testing.T) {
	for screen, want := range map[string]bool{
		"input: Trust it?": true, "permission: shell: ls": true, "working: on it": false, "input: ": false, "input": false,
		"limited: too much": false,
	} {
		k := keyboardBefore(t, nil, screen)
		k.status.driver = glance{}
		dialog, _ := k.asks().(*DialogError)
		if (dialog != nil) != want || k.asked.Load() != want {
			t.Errorf("%q asks %v", screen, dialog)
		}
	}
	k := keyboardBefore(t, nil, "Trust it?")
	if k.display = nil; k.asks() != nil {
		t.Error("something is asked on no screen")
	}
	k = keyboardBefore(t, nil, "Trust it?")
	k.status.driver = silent{}
	if k.asks() != nil {
		t.Error("a CLI without signs asks something")
	}
}

func TestDialogIsAnsweredInItsTerminal(t *testing.T) {
	err := &DialogError{About: "Trust it?\x1b[2J"}
	if got := err.Error(); !strings.Contains(got, "in its terminal") || strings.Contains(got, "\x1b") {
		t.Errorf("it says %q", got)
	}
}

// The CLI ends while its dialog stands there.
func TestPromptIsNotTypedIntoADialogThatNobodyAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var typed bytes.Buffer
		k := keyboardBefore(t, &typed, "Trust it?")
		k.ready = capture.NewTextWaiter(">")
		k.ready.Output(time.Now(), []byte(">"))
		ctx, end := context.WithTimeout(t.Context(), time.Hour)
		defer end()
		err := k.prompt(ctx, inject.Typing{Text: "Go on.", Submit: "\r"})
		if err != nil || typed.Len() > 0 || ctx.Err() == nil {
			t.Errorf("typed is %q: %v", typed.String(), err)
		}
	})
}

func TestComposerThatNeverReturnsIsWaitedForSoLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := keyboardBefore(t, nil, "loading")
		k.asked.Store(true)
		began := time.Now()
		if k.awaitReturn(t.Context()); time.Since(began) != longestStart || !k.asked.Load() {
			t.Errorf("it waits for %v", time.Since(began))
		}
		ctx, end := context.WithTimeout(t.Context(), time.Second)
		defer end()
		began = time.Now()
		if k.awaitReturn(ctx); time.Since(began) != time.Second {
			t.Errorf("it waits for %v for a CLI that has ended", time.Since(began))
		}
	})
}

// A dialog that is drawn between the paste and the key that submits it.
func TestDialogThatComesDuringThePauseIsNotAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k, typed := waiting(t)
		k.status.driver = asking{}
		screen := &late{begun: time.Now(), after: 3 * time.Second, text: "Trust it?"}
		k.display = screen
		time.AfterFunc(time.Second, k.activity.Beat)
		err := k.enter(t.Context(), inject.Typing{Text: "Grüße", Submit: "\r", Pause: time.Minute})
		if dialog := (*DialogError)(nil); !errors.As(err, &dialog) || strings.Contains(typed.String(), "\r") {
			t.Errorf("typed is %q: %v", typed, err)
		}
	})
}

// late is a screen on which something stands only after a while.
type late struct {
	begun time.Time
	after time.Duration
	text  string
}

func (l *late) Text() string {
	if time.Since(l.begun) < l.after {
		return ""
	}
	return l.text
}
