package live_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"stead/e2e/harness"
	"stead/e2e/runtest"
)

// starting is a run whose command was stopped as soon as it had started the supervisor, by a user or by a busy machine:
// it has hardly said what it follows, and has not attached its terminal.
type starting struct {
	g       *harness.Environment
	x       *runtest.Terminal
	command int
	runtest.Record
}

// begins begins a run.
func begins(t *testing.T, flags ...string) starting {
	t.Helper()
	g := harness.New(t)
	runtest.EndsRuns(t, g)
	line := append([]string{"run", "--from", runtest.SmallSession(g, "codex").Ref(), "--to", "codex"}, flags...)
	s := starting{g: g, x: runtest.OnTerminal(t, g, runtest.Large, line...)}
	s.command = stopsAtFork(t, s.x.Process.Pid())
	return s
}

// starts begins a run, and returns when its session is delivered.
func starts(t *testing.T, flags ...string) starting {
	t.Helper()
	s := begins(t, flags...)
	runtest.Eventually(t, "the session is delivered", func() bool {
		all := runtest.Records(t, s.g)
		if len(all) == 1 {
			s.Record = all[0]
		}
		return s.To.Path != ""
	})
	return s
}

// stopsAtFork stops the stead below a shell when it starts another one, and returns its id. It looks without a pause:
// the command goes on at once.
func stopsAtFork(t *testing.T, shell int) (command int) {
	t.Helper()
	seen := map[int]bool{}
	for limit := time.Now().Add(time.Minute); time.Now().Before(limit); {
		if command == 0 {
			command = steadBelow(shell)
			continue
		}
		for _, child := range childrenOf(command) {
			if seen[child] {
				continue
			}
			seen[child] = true
			_ = syscall.Kill(command, syscall.SIGSTOP)
			if supervises(child) {
				return command
			}
			_ = syscall.Kill(command, syscall.SIGCONT)
		}
	}
	t.Fatal("stead never starts a supervisor")
	return 0
}

// supervises waits until a process that has just begun shows what it is. Go's os package begins one that does nothing,
// to learn what the system can do.
func supervises(id int) bool {
	for !runtest.HasEnded(id) {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", id))
		if strings.Contains(string(line), "\x00supervise\x00") {
			return true
		}
	}
	return false
}

func steadBelow(shell int) int {
	for _, id := range childrenOf(shell) {
		if name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", id)); string(name) == "stead\n" {
			return id
		}
	}
	return 0
}

func childrenOf(process int) (ids []int) {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", process))
	for _, thread := range threads {
		line, _ := os.ReadFile(thread)
		for _, one := range strings.Fields(string(line)) {
			if id, err := strconv.Atoi(one); err == nil {
				ids = append(ids, id)
			}
		}
	}
	return ids
}

// signal signals the command.
func (s starting) signal(t *testing.T, signal syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(s.command, signal); err != nil {
		t.Fatal(err)
	}
}

// ends waits until the run has ended, for a reason.
func (s starting) ends(t *testing.T, reason string) {
	t.Helper()
	runtest.Eventually(t, "the run has ended", func() bool { return runtest.OnlyRecord(t, s.g).Status != "running" })
	if run := runtest.OnlyRecord(t, s.g); run.Status != "interrupted" || !strings.Contains(run.Reason, reason) ||
		run.Child.PID != 0 {
		t.Errorf("the record is %+v", run)
	}
}

// TestCommandThatStoodStillWhileItsRunStartedGoesOn continues the command when all that it waits for was told.
func TestCommandThatStoodStillWhileItsRunStartedGoesOn(t *testing.T) {
	t.Parallel()
	s := starts(t)
	s.signal(t, syscall.SIGCONT)
	s.x.Sees("Do you see a bug?", harness.Of("codex").Screen.Ready)
	runtest.Leaves(t, s.g, s.x, "codex")
}

// TestCommandThatStoodStillWhileItsDetachedRunStartedPrintsTheRun waits for the same.
func TestCommandThatStoodStillWhileItsDetachedRunStartedPrintsTheRun(t *testing.T) {
	t.Parallel()
	s := starts(t, "--detach")
	s.signal(t, syscall.SIGCONT)
	if code := s.x.Ends(); code != "0" || !strings.Contains(s.x.Text(), s.Run) {
		t.Errorf("stead ended with %s", code)
	}
	runtest.Exits(t, s.g.Stead("stop", s.Run), 0)
	runtest.NothingLeft(t, s.g)
}

// TestRunThatWaitsForItsTerminalIsStopped finds the CLI not started yet.
func TestRunThatWaitsForItsTerminalIsStopped(t *testing.T) {
	t.Parallel()
	s := starts(t)
	runtest.Exits(t, s.g.Stead("stop", s.Run), 0)
	s.ends(t, "before a terminal was attached")
	s.signal(t, syscall.SIGCONT)
	if code := s.x.Ends(); code != "130" {
		t.Errorf("stead ended with %s", code)
	}
	runtest.NothingLeft(t, s.g)
}

// TestRunEndsWhenItsCommandIsKilledBeforeItAttaches leaves nobody who would ever give the run a terminal. It can be
// resumed.
func TestRunEndsWhenItsCommandIsKilledBeforeItAttaches(t *testing.T) {
	t.Parallel()
	s := starts(t)
	s.signal(t, syscall.SIGKILL)
	s.ends(t, "the command that started the run was gone")
	runtest.Eventually(t, "its supervisor has ended", func() bool { return runtest.HasEnded(s.Supervisor.PID) })
	again := runtest.OnTerminal(t, s.g, runtest.Large, "run", "--resume", s.Run)
	again.Sees("Do you see a bug?", harness.Of("codex").Screen.Ready)
	runtest.Leaves(t, s.g, again, "codex")
}

// TestRunEndsWhenItsCommandIsKilledAtOnce does not say how far the run has come. What has not begun leaves nothing.
func TestRunEndsWhenItsCommandIsKilledAtOnce(t *testing.T) {
	t.Parallel()
	s := begins(t)
	s.signal(t, syscall.SIGKILL)
	runtest.Eventually(t, "all has ended", func() bool { return len(runtest.Named(s.g, "stead")) == 0 })
	for _, run := range runtest.Records(t, s.g) {
		if run.Status != "interrupted" {
			t.Errorf("the record is %+v", run)
		}
	}
}

// TestRunThatWaitsForItsTerminalTakesAnother attaches from elsewhere. The command that has started the run is not
// needed any more.
func TestRunThatWaitsForItsTerminalTakesAnother(t *testing.T) {
	t.Parallel()
	s := starts(t)
	other := runtest.OnTerminal(t, s.g, runtest.Large, "attach", s.Run)
	other.Sees("Do you see a bug?", harness.Of("codex").Screen.Ready)
	s.signal(t, syscall.SIGKILL)
	if code := s.x.Ends(); code != "137" {
		t.Errorf("the command ended with %s", code)
	}
	runtest.Leaves(t, s.g, other, "codex")
}
