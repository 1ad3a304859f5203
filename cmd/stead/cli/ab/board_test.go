package ab

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/internal/render/transcript"
	"stead/internal/term/plain"
	"stead/orchestrator/ab"
	"stead/runs"
	"stead/timeline"
)

func newTestBoard() *board {
	now := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	return &board{process: setup.NewProcess(nil, nil, "", nil, nil, nil), now: func() time.Time { return now },
		live: map[string]*transcript.Activity{}}
}

// contestOf is a contest of many of whom two work, the first 30 have ended.
func contestOf(n int) ab.Contest {
	c := ab.Contest{ID: "20261122-120000-0001"}
	for i := range n {
		one := ab.Contestant{Name: fmt.Sprintf("claude-%d", i+1), CLI: "claude", State: ab.Waiting}
		switch {
		case i < 30:
			one.State = ab.Done
		case i < 32:
			one.State, one.Started = ab.Working, time.Date(2026, 11, 22, 11, 58, 30, 0, time.UTC)
		}
		c.Contestants = append(c.Contestants, one)
	}
	return c
}

func TestBoardHasRoomForThoseWhoWork(t *testing.T) {
	b := newTestBoard()
	b.Changed(contestOf(200))
	b.Did("claude-32", &timeline.Entry{Type: timeline.ToolCall, Tool: timeline.Bash,
		Input: []byte(`{"command":"make all \u001b[2J 世界世界世界世界世界世界世界世界世界世界世界世界世界世界"}`)})
	b.Counted("claude-32", runs.Run{Turns: 7, Usage: timeline.Usage{Input: 12_000}})
	table := b.table(80, 24)
	lines := strings.Split(strings.TrimSuffix(table, "\n"), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[1], "claude-31  working  0") ||
		lines[3] != "… 30 have ended, 168 wait" {
		t.Errorf("the table is\n%s", table)
	}
	if !strings.HasPrefix(lines[2], "claude-32  working  7      12k           1m30s  bash make all") {
		t.Errorf("what one does is shown as\n%s", lines[2])
	}
	for _, line := range lines {
		if plain.Width(line) > 79 || strings.ContainsRune(line, '\x1b') {
			t.Errorf("%d cells: %q", plain.Width(line), line)
		}
	}
}

func TestBoardForgetsWhatTheRecordHas(t *testing.T) {
	b := newTestBoard()
	c := contestOf(32)
	b.Changed(c)
	b.Did("claude-31", &timeline.Entry{Type: timeline.Assistant, Content: timeline.NewText("I begin.")})
	c.Contestants[30].State = ab.Done
	b.Changed(c)
	if len(b.live) != 0 {
		t.Errorf("it remembers %d who have ended", len(b.live))
	}
}

// TestFrameGoesBackOverBrokenLines makes a terminal narrower, which wraps the lines on it.
func TestFrameGoesBackOverBrokenLines(t *testing.T) {
	b := newTestBoard()
	b.drawn = []int{79, 10, 0}
	for width, want := range map[int]string{80: "\r\x1b[3A", 40: "\r\x1b[4A", 20: "\r\x1b[6A"} {
		if got := strings.TrimSuffix(b.back(width), term.EraseBelow); got != want {
			t.Errorf("in %d columns it goes back by %q, want %q", width, got, want)
		}
	}
}
