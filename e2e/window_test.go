package e2e_test

import (
	"fmt"
	"os"
	"syscall"
	"testing"

	"golang.org/x/term"

	"stead/e2e/harness"
	"stead/internal/ptyx"
)

func TestTerminatedSteadGivesTheTerminalBack(t *testing.T) {
	for target, history := range map[string]string{"claude": "Say hello", "codex": "Do you see a bug?"} {
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t)
			session := into(g, target)
			x := onTerminal(t, g, large, "run", "--from", session.Ref(), "--to", target)
			x.sees(history, interactive[target].ready)
			if err := syscall.Kill(onlyRecord(t, g).Supervisor.PID, syscall.SIGTERM); err != nil {
				t.Fatal(err)
			}
			if code := x.ends(); code != "130" {
				t.Errorf("stead ended with %s", code)
			}
			nothingLeft(t, g)
			if run := onlyRecord(t, g); run.Status != "interrupted" {
				t.Errorf("the record is %+v", run)
			}
		})
	}
}

func TestWindowSizeReachesTheCLI(t *testing.T) {
	for target, history := range map[string]string{"claude": "Say hello", "codex": "Do you see a bug?"} {
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t)
			session := into(g, target)
			x := onTerminal(t, g, large, "run", "--from", session.Ref(), "--to", target)
			x.sees(history, interactive[target].ready)
			for _, size := range []ptyx.Size{large, {Rows: 31, Columns: 123}} {
				if err := x.process.Resize(size); err != nil {
					t.Fatal(err)
				}
				eventually(t, fmt.Sprintf("the CLI's terminal has the size %+v", size), func() bool { return sizeOf(t, onlyRecord(t, g).Child.PID) == size })
			}
			leaves(t, g, x, target)
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
