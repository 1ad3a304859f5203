package cli

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"stead/internal/screen"
	"stead/orchestrator"
	"stead/runs"
	"stead/signs"
	"stead/timeline"
)

// drawnOn is an app whose standard error is a terminal, and what stands on that. Its output is a file.
func drawnOn(t *testing.T, environ ...string) (*app, func() string) {
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
	a := &app{Process: Process{Stdin: output, Stdout: output, Stderr: slave, Environ: environ}}
	t.Cleanup(func() {
		a.close()
		slave.Close()
		<-drawn
		master.Close()
		shown.Close()
		output.Close()
	})
	return a, func() string { return strings.TrimRight(shown.Text(), "\n ") }
}

func TestStatusSaysWhatAHeadlessRunDoes(t *testing.T) {
	a, shown := drawnOn(t)
	start := time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)
	times := []time.Time{start} // then it is later
	seen := a.watchStatus(t.Context(), false, func() time.Time {
		if len(times) == 1 {
			defer func() { times = nil }()
			return times[0]
		}
		return start.Add(83 * time.Second)
	})
	a.tell("before")
	seen.Delivered(orchestrator.Plan{}) // the line begins
	seen.Entry(&timeline.Entry{Type: timeline.ToolCall, Tool: timeline.Bash, Input: []byte(`{"command":"make all \u001b[2J ` + strings.Repeat("世界", 60) + `"}`)})
	seen.Changed(runs.Run{State: signs.Working, Turns: 3, Usage: timeline.Usage{Input: 12_000}})
	waitFor(t, func() bool { return strings.Contains(shown(), "working    1m23s  3 turns, 12k tokens  bash make all") })
	a.tell("a line")
	waitFor(t, func() bool {
		lines := strings.Split(shown(), "\n")
		return len(lines) == 3 && lines[0] == "before" && lines[1] == "a line" && strings.HasPrefix(lines[2], "working ")
	})
	a.status.Load().close()
	waitFor(t, func() bool { return shown() == "before\na line" })
	a.tell("after")
	waitFor(t, func() bool { return shown() == "before\na line\nafter" })
}

func TestNothingIsDrawnWhereThatDisturbs(t *testing.T) {
	a, _ := drawnOn(t, "TERM=dumb")
	if seen := a.watchStatus(t.Context(), false, time.Now); seen != nil {
		t.Error("a dumb terminal is drawn on")
	}
	a, _ = drawnOn(t)
	a.Stdout = a.Stderr
	if seen := a.watchStatus(t.Context(), true, time.Now); seen != nil {
		t.Error("a line is drawn between those of JSON")
	}
	a.Stderr, _ = os.Open(os.DevNull)
	defer a.Stderr.Close()
	if seen := a.watchStatus(t.Context(), false, time.Now); seen != nil {
		t.Error("what is no terminal is drawn on")
	}
}
