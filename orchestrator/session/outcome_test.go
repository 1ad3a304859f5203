package session

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"stead/inject/injection"
	"stead/inject/signals"
	"stead/internal/term/ptyx"
	"stead/internal/term/sharing"
	"stead/readers"
)

func TestOutcome(t *testing.T) {
	failure := errors.New("the disk is full")
	for _, c := range []struct {
		name  string
		taken string
		exit  ptyx.Exit
		ended error
		want  error
	}{
		{"all is well", "wanted", ptyx.Exit{}, nil, nil},
		{"stead was interrupted", "wanted", ptyx.Exit{Code: 130}, context.Canceled, ErrInterrupted},
		{"the window was closed", "wanted", ptyx.Exit{}, sharing.ErrTerminalGone, ErrInterrupted},
		{"stead failed", "wanted", ptyx.Exit{Signal: "SIGTERM"}, failure, failure},
		{"Ctrl-C while the CLI starts", "", ptyx.Exit{Code: 130}, nil, ErrInterrupted},
		{"Ctrl-C before the CLI runs", "", ptyx.Exit{Code: 130, Signal: "SIGINT"}, nil, ErrInterrupted},
		{"no sign of the session", "", ptyx.Exit{}, nil, injection.ErrUnconfirmed},
		{"another session", "other", ptyx.Exit{}, nil, injection.ErrUnconfirmed},
		{"the CLI was killed", "wanted", ptyx.Exit{Code: 137, Signal: "SIGKILL"}, nil, ErrCLIFailed},
		{"the CLI failed", "wanted", ptyx.Exit{Code: 1}, nil, ErrCLIFailed},
	} {
		t.Run(c.name, func(t *testing.T) {
			proof := injection.NewProof("wanted")
			if c.taken != "" {
				proof.Saw(c.taken)
			}
			if got := (outcome{exit: c.exit, ended: c.ended, proof: proof}).err(); !errors.Is(got, c.want) {
				t.Errorf("the error is %v, want %v", got, c.want)
			}
		})
	}
}

func TestCtrlCBeforeTheProofInterrupts(t *testing.T) {
	for keys, want := range map[string]error{"c": injection.ErrUnconfirmed, "\x03": ErrInterrupted} {
		s := attended(t, silent{})
		if s.keyboard.typed(time.Now(), []byte(keys)); !errors.Is(s.outcome(ptyx.Exit{}, nil).err(), want) {
			t.Errorf("after %q the error is not: %v", keys, want)
		}
	}
}

func TestUserMayLeaveAsSoonAsTheCLIIsBack(t *testing.T) {
	s := attended(t, silent{})
	s.o.IsRenewed = true
	if err := s.outcome(ptyx.Exit{}, nil).err(); !errors.Is(err, injection.ErrUnconfirmed) {
		t.Errorf("without a key the error is %v", err)
	}
	s.keyboard.typed(time.Now(), []byte("\x03"))
	for code, want := range map[int]error{0: nil, 1: ErrInterrupted} {
		if err := s.outcome(ptyx.Exit{Code: code}, nil).err(); !errors.Is(err, want) {
			t.Errorf("after exit code %d the error is %v, want %v", code, err, want)
		}
	}
}

// What the user reads says what the CLI itself said, and how it ended.
func TestFailureSaysHowTheCLIEnded(t *testing.T) {
	taken := func(ids ...string) *injection.Proof {
		proof := injection.NewProof("wanted")
		for _, id := range ids {
			proof.Saw(id)
		}
		return proof
	}
	spent := &LimitError{CLI: "Some CLI", Limit: signals.Limit{Kind: signals.Usage}}
	tried := &LimitError{CLI: "Some CLI", Limit: signals.Limit{Kind: signals.Throttle, Attempt: 1}}
	for want, o := range map[string]outcome{
		"":                              {proof: taken("wanted"), limit: tried},
		"Some CLI has used up its plan": {proof: taken("wanted"), limit: spent, exit: ptyx.Exit{Code: 1}},
		"Some CLI ended with exit code 2; it said: no network": {proof: taken("wanted"), exit: ptyx.Exit{Code: 2},
			said: "no network"},
		"Some CLI was ended by SIGKILL": {proof: taken("wanted"),
			exit: ptyx.Exit{Code: 137, Signal: "SIGKILL"}, said: "no network"},
		"the turn did not finish; it said: too long": {proof: taken("wanted"), headless: true,
			turn: readers.TurnExpected, said: "too long"},
		"it took session wanted; it said: unknown": {proof: taken(), said: "unknown"},
		"it took session wanted: it was ended by SIGTERM": {proof: taken(),
			exit: ptyx.Exit{Code: 143, Signal: "SIGTERM"}},
		"it took session wanted: it ended with exit code 3": {proof: taken(), exit: ptyx.Exit{Code: 3}},
		"session other instead of wanted":                   {proof: taken("other")},
		"Some CLI did not save session new in its store":    {proof: taken("wanted"), headless: true, session: "new"},
		"Some CLI ended with exit code 4": {proof: taken("wanted"), headless: true, session: "new",
			exit: ptyx.Exit{Code: 4}},
	} {
		o.title, o.patience = "Some CLI", signals.Patience{Attempts: 3}
		if err := o.err(); (err == nil) != (want == "") || err != nil && !strings.HasSuffix(err.Error(), want) {
			t.Errorf("it says %q, not %q", err, want)
		}
	}
	if err := (outcome{proof: taken("wanted"), session: "new"}).err(); err != nil {
		t.Errorf("on a terminal nobody need have said a word: %v", err)
	}
}

// A CLI that would have failed without its session proves by its end that it had it.
func TestEndOfAStrictCLIIsItsProof(t *testing.T) {
	failure := errors.New("the disk is full")
	for _, c := range []struct {
		name                string
		isStrict, isAwaited bool
		exit                ptyx.Exit
		ended               error
		want                bool
	}{
		{"it ended well", true, false, ptyx.Exit{}, nil, true},
		{"it failed", true, false, ptyx.Exit{Code: 1}, nil, false},
		{"it was ended", true, false, ptyx.Exit{}, failure, false},
		{"it had to begin the session", true, true, ptyx.Exit{}, nil, false},
		{"it may begin another one without a word", false, false, ptyx.Exit{}, nil, false},
	} {
		s := attended(t, silent{})
		s.command.Strict, s.delivery.Session.IsAwaited = c.isStrict, c.isAwaited
		o := s.outcome(c.exit, c.ended)
		if isProven := s.proof.Err() == nil; isProven != c.want {
			t.Errorf("%s: proven %v", c.name, isProven)
		}
		if (o.session == "wanted") != c.isAwaited {
			t.Errorf("%s: it had to begin %q", c.name, o.session)
		}
	}
}

// TestHeadlessRunNeedsTheEndOfItsTurn gives CLIs that all end with exit code 0.
func TestHeadlessRunNeedsTheEndOfItsTurn(t *testing.T) {
	for turn, want := range map[readers.Turn]error{
		"": nil, readers.TurnCompleted: nil, readers.TurnStarted: ErrCLIFailed, readers.TurnFailed: ErrCLIFailed,
	} {
		proof := injection.NewProof("wanted")
		proof.Saw("wanted")
		if got := (outcome{proof: proof, headless: true, turn: turn}).err(); !errors.Is(got, want) {
			t.Errorf("turn %q: the error is %v, want %v", turn, got, want)
		}
	}
}
