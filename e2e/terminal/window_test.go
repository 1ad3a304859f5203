package terminal_test

import (
	"fmt"
	"os"
	"syscall"
	"testing"

	"golang.org/x/term"
	"stead/e2e/harness"
	"stead/e2e/runtest"
	"stead/internal/term/ptyx"
)

func TestTerminatedSteadGivesTheTerminalBack(t *testing.T) {
	t.Parallel()
	for target, history := range map[string]string{"claude": "Say hello", "codex": "Do you see a bug?"} {
		t.Run(target, func(t *testing.T) {
			runtest.Proves(t, target)
			t.Parallel()
			g := harness.New(t)
			session := runtest.SmallSession(g, target)
			x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", target)
			x.Sees(history, harness.Of(target).Screen.Ready)
			if err := syscall.Kill(runtest.OnlyRecord(t, g).Supervisor.PID, syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			if code := x.Ends(); code != "130" {
				t.Errorf("stead ended with %s", code)
			}
			runtest.NothingLeft(t, g)
			if run := runtest.OnlyRecord(t, g); run.Status != "interrupted" {
				t.Errorf("the record is %+v", run)
			}
		})
	}
}

func TestWindowSizeReachesTheCLI(t *testing.T) {
	t.Parallel()
	for target, history := range map[string]string{"claude": "Say hello", "codex": "Do you see a bug?"} {
		t.Run(target, func(t *testing.T) {
			runtest.Proves(t, target)
			t.Parallel()
			g := harness.New(t)
			session := runtest.SmallSession(g, target)
			x := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", target)
			x.Sees(history, harness.Of(target).Screen.Ready)
			for _, size := range []ptyx.Size{runtest.Large, {Rows: 31, Columns: 123}} {
				if err := x.Process.Terminal.Resize(size); err != nil {
					t.Fatal(err)
				}
				runtest.Eventually(t, fmt.Sprintf("the CLI's terminal has the size %+v", size),
					func() bool { return sizeOf(t, runtest.OnlyRecord(t, g).Child.PID) == size })
			}
			runtest.Leaves(t, g, x, target)
		})
	}
}

// sizeOf returns the size of a process's terminal.
func sizeOf(t *testing.T, pid int) ptyx.Size {
	t.Helper()
	file, err := os.OpenFile(fmt.Sprintf("/proc/%d/fd/1", pid), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	columns, rows, err := term.GetSize(int(file.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	return ptyx.Size{Rows: uint16(rows), Columns: uint16(columns)}
}
