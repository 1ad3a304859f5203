package live_test

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"stead/e2e/harness"
	"stead/e2e/runtest"
	"stead/inject/signals"
)

// TestRunWhoseCLIReadsNothingIsStopped sends more text than the terminal holds to a CLI that stands still.
func TestRunWhoseCLIReadsNothingIsStopped(t *testing.T) {
	t.Parallel()
	g := harness.New(t)
	runtest.EndsRuns(t, g)
	runtest.Exits(t, g.Stead("run", "--from", runtest.SmallSession(g, "codex").Ref(), "--to", "codex", "--detach"), 0)
	run := runtest.ComesTo(t, g, string(signals.Input))
	if err := syscall.Kill(-run.Child.PID, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	sender := g.Start(g.SteadPath(), "send", run.Run, strings.Repeat("More than a terminal holds. ", 4000))
	runtest.Eventually(t, "the terminal is full", func() bool { return unread(t, run.Child.PID) > 4000 })
	runtest.Exits(t, g.Stead("stop", run.Run), 0)
	runtest.Exits(t, g.Wait(sender), 1, "has ended")
	runtest.NothingLeft(t, g)
	if run := runtest.OnlyRecord(t, g); run.Status != "interrupted" {
		t.Errorf("the record is %+v", run)
	}
}

// unread is how much has been typed at a program's terminal that it has not read.
func unread(t *testing.T, process int) int {
	t.Helper()
	terminal, err := os.OpenFile(fmt.Sprintf("/proc/%d/fd/0", process), os.O_RDONLY|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	count, err := unix.IoctlGetInt(int(terminal.Fd()), unix.TIOCINQ)
	if err != nil {
		t.Fatal(err)
	}
	return count
}
