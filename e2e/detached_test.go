package e2e_test

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"stead/e2e/harness"
	"stead/e2e/provider"
)

const detachKey = "\x1c" // Ctrl-\

// mindRuns says of a failed test what its runs did, and ends what it leaves: no shell's end reaches it.
func mindRuns(t *testing.T, g *harness.Environment) {
	t.Helper()
	t.Cleanup(func() {
		if t.Failed() {
			logRuns(t, g)
		}
		for _, id := range g.Processes() {
			_ = syscall.Kill(id, syscall.SIGKILL)
		}
	})
}

// logRuns logs what is known of the runs, and how their terminals end.
func logRuns(t *testing.T, g *harness.Environment) {
	t.Helper()
	for _, name := range []string{"run.json", "terminal.cast"} {
		files, _ := filepath.Glob(filepath.Join(runsFolder(g), "*", name))
		for _, file := range files {
			content := g.Read(file)
			t.Logf("%s ends with\n%s", file, content[max(0, len(content)-3000):])
		}
	}
}

// rests waits until nothing is drawn any more on a terminal, and returns all its cells.
func (x *terminal) rests() []string {
	x.t.Helper()
	var cells []string
	eventually(x.t, "the screen rests", func() bool {
		before := cells
		time.Sleep(300 * time.Millisecond)
		cells = x.screen.Cells()
		return slices.Equal(before, cells)
	})
	return cells
}

// goes waits for the end of stead on a terminal whose run goes on.
func (x *terminal) goes() {
	x.t.Helper()
	if code := x.ends(); code != "0" {
		x.t.Errorf("stead ended with %s", code)
	}
	if !strings.Contains(x.text(), "attach to it: stead attach") {
		x.t.Error("nothing is said of how to come back")
	}
}

// TestRunIsLeftAndTakenUpAgain goes away by the key, comes back from another terminal to the same screen, cell by cell, sends a text
// from elsewhere, looks on with two terminals, takes the keyboard over, and ends the run.
func TestRunIsLeftAndTakenUpAgain(t *testing.T) {
	for target, history := range map[string]string{"claude": "Say hello", "codex": "Do you see a bug?", "opencode": "Do you see a bug?"} {
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It goes on."), provider.Say("It is typed from afar."))...)
			mindRuns(t, g)
			session := into(g, target)
			first := onTerminal(t, g, large, "run", "--from", session.Ref(), "--to", target)
			first.sees(history, interactive[target].ready)
			first.submits(prompt)
			first.sees("It goes on.", interactive[target].ready)
			left := first.rests()
			first.keys(detachKey)
			first.goes()
			run := onlyRecord(t, g)

			second := onTerminal(t, g, large, "attach", run.Run)
			second.sees("It goes on.", interactive[target].ready)
			if diff := cmp.Diff(left, second.rests()); diff != "" {
				t.Errorf("the screen is another one:\n%s", diff)
			}
			watcher := onTerminal(t, g, large, "attach", "--watch")
			watcher.sees("It goes on.")
			exits(t, g.Stead("send", run.Run, "Type this."), 0)
			second.sees("It is typed from afar.")
			watcher.sees("It is typed from afar.")
			eventually(t, "both see the same", func() bool { return cmp.Equal(second.rests(), watcher.rests()) })

			third := onTerminal(t, g, large, "attach", run.Run)
			third.sees("It is typed from afar.")
			second.keys("not typed")
			third.keys("typed")
			third.sees("typed")
			if strings.Contains(third.text(), "not typed") {
				t.Error("a terminal that was taken over from still types")
			}
			watcher.keys(detachKey)
			watcher.goes()
			exits(t, g.Stead("stop", run.Run), 0)
			for _, x := range []*terminal{second, third} {
				if code := x.ends(); code != "130" {
					t.Errorf("stead attach ended with %s", code)
				}
			}
			nothingLeft(t, g)
			if run := onlyRecord(t, g); run.Status != "interrupted" {
				t.Errorf("the record is %+v", run)
			}
		})
	}
}

// TestDetachedRunIsStartedTypedIntoAndStopped never has a terminal: what the CLI asks of one is answered all the same.
func TestDetachedRunIsStartedTypedIntoAndStopped(t *testing.T) {
	for _, target := range []string{"claude", "codex", "gemini"} {
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t, provider.Steps(provider.Say("It is typed from afar."))...)
			isTypedInto(t, g, "--from", into(g, target).Ref(), "--to", target)
		})
	}
}

// TestDetachedRunOfItsOwnIsTypedInto has each CLI begin a session, and wait for the first word at its prompt.
func TestDetachedRunOfItsOwnIsTypedInto(t *testing.T) {
	for cli := range own {
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
	mindRuns(t, g)
	result := g.Stead(append([]string{"run", "--detach"}, flags...)...)
	exits(t, result, 0)
	run := onlyRecord(t, g)
	if strings.TrimSpace(result.Stdout) != run.Run {
		t.Errorf("it printed %q for run %s", result.Stdout, run.Run)
	}
	answer := g.Stead("send", "latest", prompt, "--wait")
	exits(t, answer, 0)
	if answer.Stdout != "It is typed from afar.\n" {
		t.Errorf("the answer is %q", answer.Stdout)
	}
	if got := g.Turns()[0].Prompt(); got != prompt {
		t.Errorf("the model got the prompt %q", got)
	}
	exits(t, g.Stead("stop", "--all"), 0)
	nothingLeft(t, g)
	exits(t, g.Stead("attach"), 3)
	exits(t, g.Stead("send", run.Run, "more"), 1, "has ended", "--resume "+run.Run)
}

// TestClosedTerminalLeavesTheRunGoingOn kills the terminal program, script, with the window.
func TestClosedTerminalLeavesTheRunGoingOn(t *testing.T) {
	for target, history := range map[string]string{"claude": "Say hello", "codex": "Do you see a bug?"} {
		t.Run(target, func(t *testing.T) {
			t.Parallel()
			if _, err := exec.LookPath("script"); err != nil {
				t.Skip("there is no program named script, which comes with util-linux")
			}
			g := harness.New(t)
			mindRuns(t, g)
			session := into(g, target)
			line := g.SteadPath() + " run --from " + session.Ref() + " --to " + target
			x := shellOn(t, g, large, "script", "-qc", line, "/dev/null")
			x.sees(history, interactive[target].ready)
			before := x.rests()
			for _, id := range named(g, "script") {
				_ = syscall.Kill(id, syscall.SIGKILL) // where script is two processes, the other ends with it
			}
			run := onlyRecord(t, g)
			eventually(t, "stead has left", func() bool { return len(named(g, "stead")) == 1 })
			if run.Status != "running" {
				t.Fatalf("the record is %+v", run)
			}
			again := onTerminal(t, g, large, "attach")
			again.sees(interactive[target].ready)
			if diff := cmp.Diff(before, again.rests()); diff != "" {
				t.Errorf("the screen is another one:\n%s", diff)
			}
			leaves(t, g, again, target)
		})
	}
}

// TestKilledProcessesLeaveTheTerminalUsable kills each side of an attached terminal.
func TestKilledProcessesLeaveTheTerminalUsable(t *testing.T) {
	for _, side := range []string{"visitor", "supervisor"} {
		t.Run(side, func(t *testing.T) {
			t.Parallel()
			g := harness.New(t)
			mindRuns(t, g)
			session := into(g, "codex")
			line := []string{g.SteadPath(), "run", "--from", session.Ref(), "--to", "codex"}
			if side == "visitor" { // the terminal comes back a moment later than the shell
				line = []string{"sh", "-c", strings.Join(line, " ") + "; sleep 1"}
			}
			x := shellOn(t, g, large, line...)
			x.sees(interactive["codex"].ready)
			run := onlyRecord(t, g)
			if side == "supervisor" {
				if err := syscall.Kill(run.Supervisor.PID, syscall.SIGKILL); err != nil {
					t.Fatal(err)
				}
				if code := x.ends(); code != "1" {
					t.Errorf("stead ended with %s", code)
				}
				x.sees("stead run --resume " + run.Run)
				eventually(t, "the CLI is gone", func() bool { return len(g.Processes()) == 0 })
				return
			}
			for _, id := range named(g, "stead") {
				if id != run.Supervisor.PID {
					_ = syscall.Kill(id, syscall.SIGKILL)
				}
			}
			if code := x.ends(); code != "0" {
				t.Errorf("stead ended with %s", code)
			}
			exits(t, g.Stead("stop", run.Run), 0)
			nothingLeft(t, g)
		})
	}
}
