package orchestrator

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"stead/runs"
	"stead/signs"
)

// keptLedger is a ledger whose run has a folder.
func keptLedger(t *testing.T, changed func(runs.Run)) *ledger {
	t.Helper()
	folder := runs.Open(t.TempDir())
	id, err := folder.Create(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return newLedger(folder, runs.Run{ID: id, Status: runs.Running, State: signs.Starting}, changed)
}

func TestLedgerTellsWhoeverWaits(t *testing.T) {
	var told []signs.State
	l := keptLedger(t, func(r runs.Run) { told = append(told, r.State) })
	var waiting sync.WaitGroup
	for range 3 {
		waiting.Go(func() {
			if err := l.await(t.Context(), func(r runs.Run) bool { return r.State == signs.Input }); err != nil {
				t.Error(err)
			}
		})
	}
	for _, state := range []signs.State{signs.Working, signs.Input} {
		if err := l.update(func(r *runs.Run) { r.State = state }); err != nil {
			t.Fatal(err)
		}
	}
	waiting.Wait()
	if len(told) != 2 || told[1] != signs.Input {
		t.Errorf("told %v", told)
	}
	if kept, err := l.folder.Load(l.current().ID); err != nil || kept.State != signs.Input {
		t.Errorf("kept %+v, %v", kept, err)
	}
}

func TestWaitingForTheLedgerEndsWithItsContext(t *testing.T) {
	l := keptLedger(t, func(runs.Run) {})
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(ErrEnded)
	if err := l.await(ctx, func(runs.Run) bool { return false }); !errors.Is(err, ErrEnded) {
		t.Errorf("got %v", err)
	}
}
