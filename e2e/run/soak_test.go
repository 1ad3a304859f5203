package run_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// soaked is how long the runs work. STEAD_SOAK sets it: `make soak` takes ten minutes.
func soaked(t *testing.T) time.Duration {
	t.Helper()
	text := os.Getenv("STEAD_SOAK")
	if text == "" {
		return 5 * time.Second
	}
	length, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return length
}

// TestManyRunsAtOnceStayWhole has eight runs work at once, with one tool call after the other. No entry is lost,
// counted against what the model was told and said; and what each supervisor needs does not grow.
func TestManyRunsAtOnceStayWhole(t *testing.T) {
	t.Parallel()
	length := soaked(t)
	targets := []string{"codex", "claude", "codex", "claude", "codex", "claude", "codex", "claude"}
	if length < time.Minute {
		targets = targets[:2]
	}
	for i, target := range targets {
		t.Run(fmt.Sprintf("%d %s", i, target), func(t *testing.T) {
			runtest.Proves(t, target)
			t.Parallel()
			soak(t, target, length)
		})
	}
}

func soak(t *testing.T, target string, length time.Duration) {
	end := time.Now().Add(length)
	g := harness.New(t,
		provider.Step{When: func(provider.Request) bool { return time.Now().Before(end) },
			Reply: runtest.Hop(target, 1)[0].Reply, Always: true},
		provider.Step{Reply: provider.Say("It goes on."), Always: true},
	)
	g.Patience += length
	session := runtest.SmallSession(g, target)
	process := g.Start(g.SteadPath(), "run", "--from", session.Ref(), "--to", target, "-p", runtest.Prompt, "--json")
	var early, late needs
	for time.Now().Before(end) {
		if now, ok := needsOf(process.ID); ok {
			late = now
			if early == (needs{}) && time.Now().After(end.Add(-length*3/4)) {
				early = now
			}
		}
		time.Sleep(length / 40)
	}
	result := g.Wait(process)
	runtest.NothingLeft(t, g)
	runtest.Exits(t, result, 0)
	agree(t, runtest.OnlyRecord(t, g))

	calls := 0
	for _, item := range g.Turns()[len(g.Turns())-1].Conversation() {
		if item.Kind == provider.Call && strings.Contains(item.Arguments, "ran-1") {
			calls++
		}
	}
	if asked := len(g.Turns()) - 1; calls != asked || strings.Count(result.Stdout, `"type":"tool_call"`) != asked {
		t.Errorf("the model called %d times; %d calls came back to it, %d were told", asked, calls,
			strings.Count(result.Stdout, `"type":"tool_call"`))
	}
	t.Logf("%d calls; %d KiB and %d descriptors early, %d KiB and %d late", calls, early.memory, early.files,
		late.memory, late.files)
	// before, it still starts
	if length >= time.Minute && (late.memory > early.memory+8<<10 || late.files > early.files+2) {
		t.Errorf("it grows: %+v early, %+v late", early, late)
	}
}

// needs is what a process has: resident memory in KiB, and open files.
type needs struct{ memory, files int }

// needsOf asks the system. Ok is false where there is no /proc, or no such process.
func needsOf(pid int) (n needs, ok bool) {
	folder := filepath.Join("/proc", strconv.Itoa(pid))
	status, err := os.ReadFile(filepath.Join(folder, "status"))
	if err != nil {
		return n, false
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	line, _, _ := strings.Cut(rest, "kB")
	n.memory, _ = strconv.Atoi(strings.TrimSpace(line))
	files, err := os.ReadDir(filepath.Join(folder, "fd"))
	n.files = len(files)
	return n, err == nil
}
