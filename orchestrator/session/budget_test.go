package session

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"stead/orchestrator/history"
	"stead/runs"
	"stead/timeline"
)

func TestBudgetOfTurnsEndsAfterTheLastToolOfTheLastAnswer(t *testing.T) {
	said := func(kind timeline.EntryType) *timeline.Entry { return &timeline.Entry{Type: kind} }
	turn := []timeline.EntryType{timeline.User, timeline.Assistant, timeline.ToolCall, timeline.ToolCall,
		timeline.ToolResult, timeline.Assistant}
	for _, c := range []struct{ allowed, entries int }{{1, 5}, {2, 6}, {0, 6}, {3, 6}} {
		var r runs.Run
		var m history.Meter
		used := 0
		for _, kind := range turn {
			used++
			m.Add(said(kind), &r)
			if err := (Budget{Turns: c.allowed}).check(r, said(kind)); err != nil {
				if !errors.Is(err, ErrBudget) || !strings.HasSuffix(err.Error(),
					map[int]string{1: "answered once", 2: "answered 2 times"}[c.allowed]) {
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

func TestBudgetSaysHowOftenTheModelAnsweredBeyondIt(t *testing.T) {
	for _, c := range []struct {
		allowed, turns int
		says           string
	}{
		{1, 1, "used up"}, {1, 2, "used up, and once more before Codex could be ended"},
		{2, 4, "used up, and 2 times more before Codex could be ended"}, {0, 4, "used up"},
	} {
		err := Budget{Turns: c.allowed}.beyond(ErrBudget, runs.Run{Turns: c.turns}, "Codex")
		if !errors.Is(err, ErrBudget) || !strings.HasSuffix(err.Error(), c.says) {
			t.Errorf("%d of %d: %v", c.turns, c.allowed, err)
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

func TestBudgetOfMoneyEndsWhenItIsSpent(t *testing.T) {
	for _, c := range []struct {
		allowed, spent float64
		isOver         bool
	}{{1, 0.99, false}, {1, 1, true}, {1, 1.01, true}, {0, 0, false}, {0, 5, false}} {
		err := (Budget{Cost: c.allowed}).check(runs.Run{Cost: c.spent}, &timeline.Entry{Type: timeline.Assistant})
		if errors.Is(err, ErrBudget) != c.isOver {
			t.Errorf("%.2f of %.2f are spent: %v", c.spent, c.allowed, err)
		}
	}
}

func TestWithoutABudgetOfTimeARunGoesOn(t *testing.T) {
	ctx, release := Budget{}.Bound(t.Context())
	defer release()
	if _, isBound := ctx.Deadline(); isBound || ctx.Err() != nil {
		t.Errorf("it ends: %v", ctx.Err())
	}
}
