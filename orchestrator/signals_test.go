package orchestrator

import (
	"testing"
	"time"

	"stead/adapters/adapter"
	"stead/capture"
	"stead/inject"
	"stead/orchestrator/record"
	"stead/orchestrator/state"
	"stead/runs"
	"stead/signals"
)

// attended is an interactive run that nobody has started.
func attended(t *testing.T) *supervision {
	t.Helper()
	c := &runState{o: &Orchestrator{Host: adapter.Host{Now: time.Now}}, record: keptRecord(t)}
	return &supervision{delivery: &delivery{runState: c, preparation: &preparation{}}, ready: capture.NewTextWaiter("Type")}
}

// TestIdleCLIWaitsForItsUserOnceItIsDrawn has the window's title say that the CLI is idle before its composer is drawn.
func TestIdleCLIWaitsForItsUserOnceItIsDrawn(t *testing.T) {
	s := attended(t)
	if err := s.apply(state.Shown{From: inject.Title, Signal: signals.Signal{State: signals.Input}}); err != nil {
		t.Fatal(err)
	}
	if got := s.record.Current().State; got != signals.Starting {
		t.Errorf("it is %s before it takes keys", got)
	}
	s.ready.Output(time.Now(), []byte("Type your message"))
	if err := s.opens(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.record.Current().State; got != signals.Input {
		t.Errorf("it is %s when its composer is drawn", got)
	}
}

// keptRecord is the record of a run that has a folder.
func keptRecord(t *testing.T) *record.Keeper {
	t.Helper()
	folder := runs.Open(t.TempDir())
	id, err := folder.Create(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return record.NewKeeper(folder, runs.Run{ID: id, Status: runs.Running, State: signals.Starting}, func(runs.Run) {})
}
