package record

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"stead/inject/signals"
	"stead/runs"
)

// kept is a keeper whose run has a folder.
func kept(t *testing.T, changed func(runs.Run)) *Keeper {
	t.Helper()
	folder := runs.Open(t.TempDir())
	id, err := folder.Create(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return NewKeeper(folder, runs.Run{ID: id, Status: runs.Running, State: signals.Starting}, changed)
}

func TestKeeperTellsWhoeverWaits(t *testing.T) {
	var told []signals.State
	k := kept(t, func(r runs.Run) { told = append(told, r.State) })
	var waiting sync.WaitGroup
	for range 3 {
		waiting.Go(func() {
			if err := k.Await(t.Context(), func(r runs.Run) bool { return r.State == signals.Input }); err != nil {
				t.Error(err)
			}
		})
	}
	for _, state := range []signals.State{signals.Working, signals.Input} {
		if err := k.Update(func(r *runs.Run) { r.State = state }); err != nil {
			t.Fatal(err)
		}
	}
	waiting.Wait()
	if len(told) != 2 || told[1] != signals.Input {
		t.Errorf("told %v", told)
	}
	if run, err := k.folder.Load(k.Current().ID); err != nil || run.State != signals.Input {
		t.Errorf("kept %+v, %v", run, err)
	}
}

var errTest = errors.New("the test ends")

func TestWaitingForARecordEndsWithItsContext(t *testing.T) {
	k := kept(t, func(runs.Run) {})
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errTest)
	if err := k.Await(ctx, func(runs.Run) bool { return false }); !errors.Is(err, errTest) {
		t.Errorf("got %v", err)
	}
}
