package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"stead/cmd/stead/cli/failure"
)

// TestInterruptEndsTheWaitForInput starts the command as a process of its own: a signal is for a whole process.
func TestInterruptEndsTheWaitForInput(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		t.Run(signal.String(), func(t *testing.T) {
			temporary := t.TempDir()
			command := steadProcess(t, "show", "-")
			command.Env = []string{"HOME=" + t.TempDir(), "TMPDIR=" + temporary}
			input, err := command.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			defer input.Close()
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			waitFor(t, func() bool { return len(inFolder(t, temporary)) > 0 }) // it waits for its input now
			if err := command.Process.Signal(signal); err != nil {
				t.Fatal(err)
			}
			_ = command.Wait()
			if code := command.ProcessState.ExitCode(); code != failure.Interrupted {
				t.Errorf("exit code %d, want %d", code, failure.Interrupted)
			}
			if left := inFolder(t, temporary); len(left) > 0 {
				t.Errorf("%v is left in the temporary folder", left)
			}
		})
	}
}

// steadProcess returns the command to run this test's binary as stead, which it is under that name.
func steadProcess(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	stead := filepath.Join(t.TempDir(), "stead")
	if err := os.Symlink(self, stead); err != nil {
		t.Fatal(err)
	}
	return exec.Command(stead, args...)
}

func inFolder(t *testing.T, folder string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// waitFor waits for a condition, within a bound that only a failing test reaches.
func waitFor(t *testing.T, condition func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !condition(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the condition did not come true")
		}
	}
}
