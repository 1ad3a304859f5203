package e2e_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"stead/e2e/harness"
	"stead/e2e/provider"
)

// TestKeyThatLeavesEndsWhoLooksOn presses Ctrl-\ where the terminal makes a signal of it. The run goes on.
func TestKeyThatLeavesEndsWhoLooksOn(t *testing.T) {
	t.Parallel()
	hold := provider.NewHold()
	g := harness.New(t, provider.Steps(provider.Reply{Text: "Half of it.", Hold: hold})...)
	mindRuns(t, g)
	exits(t, g.Stead("run", "--from", into(g, "claude").Ref(), "--to", "claude", "--detach"), 0)
	sender := onTerminal(t, g, large, "send", "latest", prompt, "--wait")
	reached(t, g, hold)
	reader := onTerminal(t, g, large, "logs", "-f")
	reader.sees(prompt)
	watcher := onTerminal(t, g, large, "watch")
	eventually(t, "stead watches", func() bool { return isWatching(g) })
	for _, x := range []*terminal{reader, watcher, sender} {
		x.keys(detachKey)
		if code := x.ends(); code != "0" || strings.Contains(x.text(), "goroutine") {
			t.Errorf("it ended with %s", code)
		}
	}
	sender.sees("attach to it: stead attach")
	hold.Release()
	eventually(t, "the answer in the journal", func() bool { return strings.Contains(g.Stead("logs").Stdout, "Half of it.") })
	exits(t, g.Stead("stop", "--all"), 0)
	nothingLeft(t, g)
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
	x := onTerminal(t, g, large, "run", "--from", into(g, "claude").Ref(), "--to", "claude", "-p", prompt)
	reached(t, g, hold)
	x.keys(detachKey)
	if code := x.ends(); code != "130" || strings.Contains(x.text(), "goroutine") {
		t.Errorf("it ended with %s", code)
	}
	nothingLeft(t, g)
	if run := onlyRecord(t, g); run.Status != "interrupted" {
		t.Errorf("the record is %+v", run)
	}
}
