package session

import (
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/inject"
	"stead/orchestrator/delivery"
	"stead/orchestrator/record"
	"stead/orchestrator/state"
	"stead/runs"
	"stead/signals"
	"stead/writers"
)

// silent is a driver of a CLI that says nothing.
type silent struct{ inject.Driver }

func (silent) Info() adapter.Info                   { return adapter.Info{Title: "Some CLI"} }
func (silent) Composer() inject.Typing              { return inject.Typing{Ready: "Type"} }
func (silent) Command(inject.Launch) inject.Command { return inject.Command{} }

// attended is the supervisor of an interactive CLI that nobody has started.
func attended(t *testing.T, d inject.Driver) *supervisor {
	t.Helper()
	all := runs.Open(t.TempDir())
	id, err := all.Create(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	place := record.Place{Folder: all, Changed: func(runs.Run) {}}
	return newSupervisor(Options{
		Delivery: &delivery.Delivery{Adapter: inject.Adapter{Driver: d}, Receipt: writers.Receipt{ID: "wanted"}},
		Files:    place.Open(runs.Run{ID: id, Status: runs.Running, State: signals.Starting}), Host: adapter.Host{Now: time.Now},
		Limits: func() Limits { return Limits{} },
	}, func(err error) { t.Errorf("the CLI is stopped: %v", err) })
}

// TestIdleCLIWaitsForItsUserOnceItIsDrawn has the window's title say that the CLI is idle before its composer is drawn.
func TestIdleCLIWaitsForItsUserOnceItIsDrawn(t *testing.T) {
	s := attended(t, silent{})
	if err := s.status.apply(state.Shown{From: inject.Title, Signal: signals.Signal{State: signals.Input}}); err != nil {
		t.Fatal(err)
	}
	if got := s.o.Files.Record.Current().State; got != signals.Starting {
		t.Errorf("it is %s before it takes keys", got)
	}
	s.keyboard.ready.Output(time.Now(), []byte("Type your message"))
	if err := s.opens(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.o.Files.Record.Current().State; got != signals.Input {
		t.Errorf("it is %s when its composer is drawn", got)
	}
}
