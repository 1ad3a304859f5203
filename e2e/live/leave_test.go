package live_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestKeyThatLeavesEndsWhoLooksOn presses Ctrl-\ where the terminal makes a signal of it. The run goes on.
func TestKeyThatLeavesEndsWhoLooksOn(t *testing.T) {
	t.Parallel()
	hold := provider.NewHold()
	g := harness.New(t, provider.Steps(provider.Reply{Text: "Half of it.", Hold: hold})...)
	runtest.EndsRuns(t, g)
	runtest.Exits(t, g.Stead("run", "--from", runtest.SmallSession(g, "claude").Ref(), "--to", "claude", "--detach"), 0)
	sender := runtest.OnTerminal(t, g, runtest.Large, "send", "latest", runtest.Prompt, "--wait")
	runtest.Reached(t, g, hold)
	reader := runtest.OnTerminal(t, g, runtest.Large, "logs", "-f")
	reader.Sees(runtest.Prompt)
	watcher := runtest.OnTerminal(t, g, runtest.Large, "watch")
	runtest.Eventually(t, "stead watches", func() bool { return isWatching(g) })
	for _, x := range []*runtest.Terminal{reader, watcher, sender} {
		x.Keys(detachKey)
		if code := x.Ends(); code != "0" || strings.Contains(x.Text(), "goroutine") {
			t.Errorf("it ended with %s", code)
		}
	}
	sender.Sees("attach to it: stead attach")
	hold.Release()
	runtest.Eventually(t, "the answer in the journal", func() bool {
		return strings.Contains(g.Stead("logs").Stdout, "Half of it.")
	})
	runtest.Exits(t, g.Stead("stop", "--all"), 0)
	runtest.NothingLeft(t, g)
}

// isWatching reports whether a process of the home waits for changes of files.
func isWatching(g *harness.Environment) bool {
	for _, id := range g.Processes() {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", id))
		if !strings.HasSuffix(string(line), "\x00watch\x00") {
			continue
		}
		open, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", id))
		for _, link := range open {
			if target, _ := os.Readlink(link); strings.Contains(target, "inotify") {
				return true
			}
		}
	}
	return false
}

// TestKeyThatLeavesEndsAHeadlessRun has nobody to leave the run to: it ends as by Ctrl-C.
func TestKeyThatLeavesEndsAHeadlessRun(t *testing.T) {
	t.Parallel()
	hold := provider.NewHold()
	g := harness.New(t, provider.Steps(provider.Reply{Text: "Half of it.", Hold: hold})...)
	x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", runtest.SmallSession(g, "claude").Ref(), "--to",
		"claude", "-p", runtest.Prompt)
	runtest.Reached(t, g, hold)
	x.Keys(detachKey)
	if code := x.Ends(); code != "130" || strings.Contains(x.Text(), "goroutine") {
		t.Errorf("it ended with %s", code)
	}
	runtest.NothingLeft(t, g)
	if run := runtest.OnlyRecord(t, g); run.Status != "interrupted" {
		t.Errorf("the record is %+v", run)
	}
}
