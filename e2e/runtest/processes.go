package runtest

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"

	"stead/e2e/harness"
	"stead/runs"
)

// EndsRuns logs the runs of a failed test, and ends the processes that the test leaves: the end of a shell does not
// reach them.
func EndsRuns(t *testing.T, g *harness.Environment) {
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

// logRuns logs the records of the runs, and the ends of their terminals' recordings.
func logRuns(t *testing.T, g *harness.Environment) {
	t.Helper()
	for _, name := range []string{"run.json", "terminal.cast"} {
		files, _ := filepath.Glob(filepath.Join(RunsFolder(g), "*", name))
		for _, file := range files {
			content := g.Read(file)
			t.Logf("%s ends with\n%s", file, content[max(0, len(content)-3000):])
		}
	}
}

// Kills returns how many times a run is killed, for each CLI. STEAD_KILLS sets the number: `make kills` makes 200 in
// total.
func Kills(t *testing.T) int {
	t.Helper()
	text := os.Getenv("STEAD_KILLS")
	if text == "" {
		return 4
	}
	times, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return times
}

// AwaitsEnd waits until the CLI of a killed run has ended because its terminal is gone. The record does not name a CLI
// that has only just started.
func AwaitsEnd(t *testing.T, g *harness.Environment, r Record) {
	t.Helper()
	Eventually(t, "the CLI of the killed run ends", func() bool {
		return HasEnded(r.Child.PID) &&
			len(g.Processes()) == 0
	})
}

// HasEnded reports whether the process no longer exists. A process that has not been reaped counts as ended, one that
// is still being torn down does not.
func HasEnded(pid int) bool { return pid == 0 || runs.ProcessOf(pid).Started == "" }

// Named returns the processes of the home that run a program of that name.
func Named(g *harness.Environment, name string) []int {
	return slices.DeleteFunc(g.Processes(), func(id int) bool {
		own, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(id), "comm"))
		return err != nil || string(own) != name+"\n"
	})
}

// NothingLeft fails the test if a process of the home is still running.
func NothingLeft(t *testing.T, g *harness.Environment) {
	t.Helper()
	for _, id := range g.Processes() {
		line, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(id), "cmdline"))
		t.Errorf("process %d is left: %s", id, bytes.ReplaceAll(line, []byte{0}, []byte(" ")))
	}
}
