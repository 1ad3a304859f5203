package session

import (
	"context"
	"errors"
	"testing"
	"time"

	"stead/orchestrator/history"
	"stead/runs"
	"stead/timeline"
)

func TestBudgetOfTurnsEndsAfterTheLastToolOfTheLastAnswer(t *testing.T) {
	said := func(kind timeline.EntryType) *timeline.Entry { return &timeline.Entry{Type: kind} }
	turn := []timeline.EntryType{timeline.User, timeline.Assistant, timeline.ToolCall, timeline.ToolCall, timeline.ToolResult, timeline.Assistant}
	for _, c := range []struct{ allowed, entries int }{{1, 5}, {2, 6}, {0, 6}} {
		var r runs.Run
		var m history.Meter
		used := 0
		for _, kind := range turn {
			used++
			m.Add(said(kind), &r)
			if err := (Budget{Turns: c.allowed}).check(r, said(kind)); err != nil {
				if !errors.Is(err, ErrBudget) {
					t.Fatal(err)
				}
				break
			}
		}
		if used != c.entries {
			t.Errorf("with %d turns the run ended after %d entries, want %d", c.allowed, used, c.entries)
		}
	}
}

func TestBudgetOfTimeSaysWhy(t *testing.T) {
	ctx, release := Budget{Time: time.Millisecond}.Bound(t.Context())
	defer release()
	<-ctx.Done()
	if err := context.Cause(ctx); !errors.Is(err, ErrBudget) {
		t.Errorf("got %v", err)
	}
}
