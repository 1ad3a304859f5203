package session

import (
	"context"
	"errors"
	"testing"
	"time"

	"stead/inject/injection"
	"stead/internal/hub"
	"stead/internal/ptyx"
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
		{"the window was closed", "wanted", ptyx.Exit{}, hub.ErrTerminalGone, ErrInterrupted},
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
		if s.typed(time.Now(), []byte(keys)); !errors.Is(s.outcome(ptyx.Exit{}, nil).err(), want) {
			t.Errorf("after %q the error is not: %v", keys, want)
		}
	}
}

func TestUserMayLeaveAsSoonAsTheCLIIsBack(t *testing.T) {
	s := attended(t, silent{})
	s.o.IsRenewed = true
	s.typed(time.Now(), []byte("\x03"))
	for code, want := range map[int]error{0: nil, 1: ErrInterrupted} {
		if err := s.outcome(ptyx.Exit{Code: code}, nil).err(); !errors.Is(err, want) {
			t.Errorf("after exit code %d the error is %v, want %v", code, err, want)
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
