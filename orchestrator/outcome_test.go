package orchestrator

import (
	"context"
	"errors"
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/inject/injection"
	"stead/internal/ptyx"
	"stead/orchestrator/record"
	"stead/readers"
	"stead/runs"
)

// titled is a driver of which only the name is asked.
type titled struct{ inject.Driver }

func (titled) Info() adapter.Info                 { return adapter.Info{Title: "Some CLI"} }
func (titled) Failure(line []byte) (string, bool) { return "", false }

// atWork is a CLI at work, in a run without a folder.
func atWork(p *preparation, proof *injection.Proof) *supervision {
	c := &runState{record: record.NewKeeper(runs.Folder{}, runs.Run{ID: "run"}, func(runs.Run) {})}
	return &supervision{delivery: &delivery{runState: c, preparation: p}, proof: proof}
}

func TestVerdict(t *testing.T) {
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
		{"the window was closed", "wanted", ptyx.Exit{}, ptyx.ErrTerminalGone, ErrInterrupted},
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
			s := atWork(&preparation{adapter: inject.Adapter{Driver: titled{}}}, proof)
			if got := s.verdict(c.exit, c.ended); !errors.Is(got, c.want) {
				t.Errorf("the verdict is %v, want %v", got, c.want)
			}
		})
	}
}

func TestCtrlCBeforeTheProofInterrupts(t *testing.T) {
	s := atWork(&preparation{adapter: inject.Adapter{Driver: titled{}}}, injection.NewProof("wanted"))
	for keys, want := range map[string]error{"c": injection.ErrUnconfirmed, "\x03": ErrInterrupted} {
		if s.typed(time.Now(), []byte(keys)); !errors.Is(s.verdict(ptyx.Exit{}, nil), want) {
			t.Errorf("after %q the verdict is not: %v", keys, want)
		}
		s.interrupted.Store(false)
	}
}

// TestHeadlessRunNeedsTheEndOfItsTurn gives CLIs that all end with exit code 0.
func TestHeadlessRunNeedsTheEndOfItsTurn(t *testing.T) {
	for turn, want := range map[readers.Turn]error{
		"": nil, readers.TurnCompleted: nil, readers.TurnStarted: ErrCLIFailed, readers.TurnFailed: ErrCLIFailed,
	} {
		proof := injection.NewProof("wanted")
		proof.Saw("wanted")
		p := &preparation{adapter: inject.Adapter{Driver: titled{}}, request: Request{Headless: true}}
		s := atWork(p, proof)
		s.state.Turn = turn
		if got := s.verdict(ptyx.Exit{}, nil); !errors.Is(got, want) {
			t.Errorf("turn %q: the verdict is %v, want %v", turn, got, want)
		}
	}
}
