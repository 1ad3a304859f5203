package ptyx

import (
	"bytes"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"stead/internal/testkit"
)

func TestEndKillsADaemonThatLeftTheSession(t *testing.T) {
	process := launch(t, roleCommand("daemon"))
	output := testkit.AwaitOutput(process.Terminal, "ready")
	daemon := numberAfter(t, output, "daemon")
	if _, err := process.Wait(t.Context()); err != nil || !alive(daemon) {
		t.Fatalf("the daemon should outlive its program: error %v, alive %v", err, alive(daemon))
	}
	if err := process.End(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	if alive(daemon) {
		t.Errorf("daemon %d has outlived End", daemon)
	}
}

func TestEndLeavesTheDaemonOfAnotherRunAlone(t *testing.T) {
	one, other := launch(t, roleCommand("daemon")), launch(t, roleCommand("daemon"))
	daemon := numberAfter(t, testkit.AwaitOutput(other.Terminal, "ready"), "daemon")
	testkit.AwaitOutput(one.Terminal, "ready")
	if err := one.End(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	if !alive(daemon) {
		t.Error("the other run's daemon was ended")
	}
}

func TestOrphansAreReapedAndOtherChildrenLeftToTheirOwners(t *testing.T) {
	process := launch(t, shell("(setsid sh -c 'echo orphan $$; echo ready' &); sleep 1000"))
	orphan := numberAfter(t, testkit.AwaitOutput(process.Terminal, "ready"), "orphan")
	other := exec.Command("/bin/sh", "-c", "exit 4")
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "zombie of this test's own child", func() bool {
		s, ok := readStatus(other.Process.Pid)
		return ok && !s.alive()
	})
	reap()
	if err := other.Wait(); err == nil || other.ProcessState.ExitCode() != 4 {
		t.Errorf("os/exec's child was reaped under its hands: %v", err)
	}
	testkit.Eventually(t, "orphan reaped", func() bool { return !alive(orphan) })
}

// A kill -9 leaves no time for End. The program here ignores SIGHUP, which the closing terminal sends, so only the
// parent-death signal can end it.
func TestNothingOutlivesAKilledHolder(t *testing.T) {
	holder := exec.Command(os.Args[0])
	holder.Env = []string{"PTYX_TEST_ROLE=holder"}
	pipe, err := holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := holder.Start(); err != nil {
		t.Fatal(err)
	}
	child := numberAfter(t, testkit.AwaitOutput(pipe, "\n"), "child")
	if err := holder.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = holder.Wait()
	testkit.Eventually(t, "child ended with its holder", func() bool { return !alive(child) || isZombie(child) })
}

func isZombie(pid int) bool {
	line, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err != nil || bytes.Contains(line, []byte(") Z "))
}

func TestStatusOfAProgramWithBlanksAndBracketsInItsName(t *testing.T) {
	path := t.TempDir() + "/a ) Z 1 (b"
	binary, err := os.ReadFile("/bin/sleep")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, binary, 0o700); err != nil {
		t.Fatal(err)
	}
	process := launch(t, Command{Path: path, Args: []string{"1000"}})
	var s status
	testkit.Eventually(t, "program running under its name", func() bool {
		name, _ := os.ReadFile("/proc/" + strconv.Itoa(process.Pid()) + "/comm")
		s, _ = readStatus(process.Pid())
		return strings.HasPrefix(string(name), "a ) Z")
	})
	if s.parent != os.Getpid() || s.session != process.Pid() || !s.alive() {
		t.Errorf("status %+v", s)
	}
}
