package terminal_test

import (
	"syscall"
	"testing"
	"time"

	"stead/e2e/provider"
	"stead/e2e/runtest"
)

// TestARunGoesOnWhenTheMachineHasSlept stops stead and the CLI in the middle of a turn for longer than their polls and
// pauses are.
func TestARunGoesOnWhenTheMachineHasSlept(t *testing.T) {
	t.Parallel()
	for cli := range startingAnew {
		t.Run(cli, func(t *testing.T) {
			runtest.Proves(t, cli)
			t.Parallel()
			g, x, hold := holds(t, cli, "Alpha.")
			g.Provider.Add(provider.Steps(provider.Say("Beta."))...)
			asksAndSees(t, g, x, "What is the first word?", "Alpha.")
			x.Submits("And what is the second word?")
			runtest.Reached(t, g, hold)
			run := runtest.OnlyRecord(t, g)
			signal := func(s syscall.Signal) {
				for _, pid := range g.Processes() {
					if err := syscall.Kill(pid, s); err != nil {
						t.Fatal(err)
					}
				}
			}
			signal(syscall.SIGSTOP)
			time.Sleep(4 * time.Second)
			signal(syscall.SIGCONT)
			hold.Release()
			x.Sees("Too late.")
			runtest.ComesTo(t, g, "input")
			runtest.Exits(t, g.Stead("send", run.Run, "--wait", "And the third?"), 0)
			journalIsStore(t, g, run)
			runtest.Leaves(t, g, x, cli)
			deliversTheSame(t, g, run, nil)
		})
	}
}
