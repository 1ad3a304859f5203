package run

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"stead/cmd/stead/cli/setup"
	"stead/inject/signals"
	"stead/internal/term/screen"
	"stead/orchestrator/delivery"
	"stead/runs"
	"stead/timeline"
)

// drawnOn is a process whose standard error is a terminal, and what stands on that. Its output is a file.
func drawnOn(t *testing.T, environ ...string) (*setup.Process, func() string) {
	t.Helper()
	master, slave, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	if err := pty.Setsize(slave, &pty.Winsize{Rows: 10, Cols: 80}); err != nil {
		t.Fatal(err)
	}
	shown := screen.New(10, 80, func([]byte) {})
	drawn := make(chan struct{})
	go func() {
		defer close(drawn)
		_, _ = io.Copy(shown, master)
	}()
	output, err := os.Create(t.TempDir() + "/output")
	if err != nil {
		t.Fatal(err)
	}
	p := setup.NewProcess(nil, environ, "", output, output, slave)
	t.Cleanup(func() {
		p.Close()
		slave.Close()
		<-drawn
		master.Close()
		shown.Close()
		output.Close()
	})
	return p, func() string { return strings.TrimRight(shown.Text(), "\n ") }
}

func TestStatusSaysWhatAHeadlessRunDoes(t *testing.T) {
	p, shown := drawnOn(t)
	start := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	times := []time.Time{start} // then it is later
	seen := newStatus(t.Context(), p, false, func() time.Time {
		if len(times) == 1 {
			defer func() { times = nil }()
			return times[0]
		}
		return start.Add(83 * time.Second)
	})
	p.Term.Err.Message("before")
	seen.Delivered(delivery.Plan{}) // the line begins
	seen.Entry(&timeline.Entry{Type: timeline.ToolCall, Tool: timeline.Bash,
		Input: []byte(`{"command":"make all \u001b[2J ` + strings.Repeat("世界", 60) + `"}`)})
	seen.Changed(runs.Run{State: signals.Working, Turns: 3, Usage: timeline.Usage{Input: 12_000}})
	waitFor(t, func() bool { return strings.Contains(shown(), "working    1m23s  3 turns, 12k tokens  bash make all") })
	p.Term.Err.Message("a line")
	waitFor(t, func() bool {
		lines := strings.Split(shown(), "\n")
		return len(lines) == 3 && lines[0] == "before" && lines[1] == "a line" && strings.HasPrefix(lines[2], "working ")
	})
	p.Term.Err.CloseStatus()
	waitFor(t, func() bool { return shown() == "before\na line" })
	p.Term.Err.Message("after")
	waitFor(t, func() bool { return shown() == "before\na line\nafter" })
}

func TestNothingIsDrawnWhereThatDisturbs(t *testing.T) {
	p, _ := drawnOn(t, "TERM=dumb")
	if seen := newStatus(t.Context(), p, false, time.Now); seen != nil {
		t.Error("a dumb terminal is drawn on")
	}
	p, _ = drawnOn(t)
	p.Term.Out.File = p.Term.Err.File
	if seen := newStatus(t.Context(), p, true, time.Now); seen != nil {
		t.Error("a line is drawn between those of JSON")
	}
	p.Term.Err.File, _ = os.Open(os.DevNull)
	defer p.Term.Err.Close()
	if seen := newStatus(t.Context(), p, false, time.Now); seen != nil {
		t.Error("what is no terminal is drawn on")
	}
}

// waitFor waits for a condition, within a bound that only a failing test reaches.
func waitFor(t *testing.T, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !condition(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the condition did not come true")
		}
	}
}
