package live_test

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"stead/e2e/harness"
	"stead/e2e/provider"
	"stead/e2e/runtest"
)

const detachKey = "\x1c" // Ctrl-\

// TestRunIsLeftAndTakenUpAgain goes away by the key, comes back from another terminal to the same screen, cell by cell,
// sends a text from elsewhere, looks on with two terminals, takes the keyboard over, and ends the run.
func TestRunIsLeftAndTakenUpAgain(t *testing.T) {
	t.Parallel()
	for target, history := range map[string]string{"claude": "Say hello", "codex": "Do you see a bug?",
		"opencode": "Do you see a bug?"} {
		t.Run(target, func(t *testing.T) {
			runtest.Proves(t, target)
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It goes on."), provider.Say("It is typed from afar."))...)
			runtest.EndsRuns(t, g)
			session := runtest.SmallSession(g, target)
			first := runtest.OnTerminal(t, g, runtest.Large, "run", "--from", session.Ref(), "--to", target)
			first.Sees(history, harness.Of(target).Screen.Ready)
			first.Submits(runtest.Prompt)
			first.Sees("It goes on.", harness.Of(target).Screen.Over, harness.Of(target).Screen.Ready)
			left := first.Rests()
			first.Keys(detachKey)
			first.LeavesRunning()
			run := runtest.OnlyRecord(t, g)

			second := runtest.OnTerminal(t, g, runtest.Large, "attach", run.Run)
			second.Sees("It goes on.", harness.Of(target).Screen.Ready)
			if diff := cmp.Diff(left, second.Rests()); diff != "" {
				t.Errorf("the screen is another one:\n%s", diff)
			}
			watcher := runtest.OnTerminal(t, g, runtest.Large, "attach", "--watch")
			watcher.Sees("It goes on.")
			runtest.Exits(t, g.Stead("send", run.Run, "Type this."), 0)
			second.Sees("It is typed from afar.")
			watcher.Sees("It is typed from afar.")
			runtest.Eventually(t, "both see the same", func() bool { return cmp.Equal(second.Rests(), watcher.Rests()) })

			third := runtest.OnTerminal(t, g, runtest.Large, "attach", run.Run)
			third.Sees("It is typed from afar.")
			second.Keys("not typed")
			third.Keys("typed")
			third.Sees("typed")
			if strings.Contains(third.Text(), "not typed") {
				t.Error("a terminal that was taken over from still types")
			}
			watcher.Keys(detachKey)
			watcher.LeavesRunning()
			runtest.Exits(t, g.Stead("stop", run.Run), 0)
			for _, x := range []*runtest.Terminal{second, third} {
				if code := x.Ends(); code != "130" {
					t.Errorf("stead attach ended with %s", code)
				}
			}
			runtest.NothingLeft(t, g)
			if run := runtest.OnlyRecord(t, g); run.Status != "interrupted" {
				t.Errorf("the record is %+v", run)
			}
		})
	}
}

// TestDetachedRunIsStartedTypedIntoAndStopped never has a terminal: what the CLI asks of one is answered all the same.
func TestDetachedRunIsStartedTypedIntoAndStopped(t *testing.T) {
	t.Parallel()
	for _, target := range []string{"claude", "codex", "gemini"} {
		t.Run(target, func(t *testing.T) {
			runtest.Proves(t, target)
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It is typed from afar."))...)
			isTypedInto(t, g, "--from", runtest.SmallSession(g, target).Ref(), "--to", target)
		})
	}
}

// TestDetachedRunOfItsOwnIsTypedInto has each CLI begin a session, and wait for the first word at its prompt.
func TestDetachedRunOfItsOwnIsTypedInto(t *testing.T) {
	t.Parallel()
	for _, cli := range harness.With(harness.CLI.HasTools) {
		t.Run(cli, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It is typed from afar."))...)
			isTypedInto(t, g, "--to", cli)
		})
	}
}

// isTypedInto begins a run without a terminal, sends it a prompt, and stops it.
func isTypedInto(t *testing.T, g *harness.Environment, flags ...string) {
	t.Helper()
	runtest.EndsRuns(t, g)
	result := g.Stead(append([]string{"run", "--detach"}, flags...)...)
	runtest.Exits(t, result, 0)
	run := runtest.OnlyRecord(t, g)
	if strings.TrimSpace(result.Stdout) != run.Run {
		t.Errorf("it printed %q for run %s", result.Stdout, run.Run)
	}
	answer := g.Stead("send", "latest", runtest.Prompt, "--wait")
	runtest.Exits(t, answer, 0)
	if answer.Stdout != "It is typed from afar.\n" {
		t.Errorf("the answer is %q", answer.Stdout)
	}
	if got := g.Turns()[0].Prompt(); got != runtest.Prompt {
		t.Errorf("the model got the prompt %q", got)
	}
	runtest.Exits(t, g.Stead("stop", "--all"), 0)
	runtest.NothingLeft(t, g)
	runtest.Exits(t, g.Stead("attach"), 3)
	runtest.Exits(t, g.Stead("send", run.Run, "more"), 1, "has ended", "--resume "+run.Run)
}

// TestClosedTerminalLeavesTheRunGoingOn kills the terminal program, script, with the window.
func TestClosedTerminalLeavesTheRunGoingOn(t *testing.T) {
	t.Parallel()
	for target, history := range map[string]string{"claude": "Say hello", "codex": "Do you see a bug?"} {
		t.Run(target, func(t *testing.T) {
			runtest.Proves(t, target)
			t.Parallel()
			if _, err := exec.LookPath("script"); err != nil {
				t.Skip("there is no program named script, which comes with util-linux")
			}
			g := harness.New(t)
			runtest.EndsRuns(t, g)
			session := runtest.SmallSession(g, target)
			line := g.SteadPath() + " run --from " + session.Ref() + " --to " + target
			x := runtest.ShellOn(t, g, runtest.Large, "script", "-qc", line, "/dev/null")
			x.Sees(history, harness.Of(target).Screen.Ready)
			before := x.Rests()
			for _, id := range runtest.Named(g, "script") {
				_ = syscall.Kill(id, syscall.SIGKILL) // where script is two processes, the other ends with it
			}
			run := runtest.OnlyRecord(t, g)
			runtest.Eventually(t, "stead has left", func() bool { return len(runtest.Named(g, "stead")) == 1 })
			if run.Status != "running" {
				t.Fatalf("the record is %+v", run)
			}
			again := runtest.OnTerminal(t, g, runtest.Large, "attach")
			again.SeesReady(target)
			if diff := cmp.Diff(before, again.Rests()); diff != "" {
				t.Errorf("the screen is another one:\n%s", diff)
			}
			runtest.Leaves(t, g, again, target)
		})
	}
}

// TestKilledProcessesLeaveTheTerminalUsable kills each side of an attached terminal.
func TestKilledProcessesLeaveTheTerminalUsable(t *testing.T) {
	t.Parallel()
	for _, side := range []string{"visitor", "supervisor"} {
		t.Run(side, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t)
			runtest.EndsRuns(t, g)
			session := runtest.SmallSession(g, "codex")
			line := []string{g.SteadPath(), "run", "--from", session.Ref(), "--to", "codex"}
			if side == "visitor" { // the terminal comes back a moment later than the shell
				line = []string{"sh", "-c", strings.Join(line, " ") + "; sleep 1"}
			}
			x := runtest.ShellOn(t, g, runtest.Large, line...)
			x.SeesReady("codex")
			run := runtest.OnlyRecord(t, g)
			if side == "supervisor" {
				if err := syscall.Kill(run.Supervisor.PID, syscall.SIGKILL); err != nil {
					t.Fatal(err)
				}
				if code := x.Ends(); code != "1" {
					t.Errorf("stead ended with %s", code)
				}
				x.Sees("stead run --resume " + run.Run)
				runtest.Eventually(t, "the CLI is gone", func() bool { return len(g.Processes()) == 0 })
				return
			}
			for _, id := range runtest.Named(g, "stead") {
				if id != run.Supervisor.PID {
					_ = syscall.Kill(id, syscall.SIGKILL)
				}
			}
			if code := x.Ends(); code != "0" {
				t.Errorf("stead ended with %s", code)
			}
			runtest.Exits(t, g.Stead("stop", run.Run), 0)
			runtest.NothingLeft(t, g)
		})
	}
}
