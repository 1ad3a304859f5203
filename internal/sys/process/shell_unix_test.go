//go:build unix

package process_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"stead/internal/sys/process"
)

// lineVariable makes the test's program run a line and do nothing else.
const lineVariable = "STEAD_TEST_LINE"

func TestMain(m *testing.M) {
	if line := os.Getenv(lineVariable); line != "" {
		_, _ = process.Run(context.Background(), process.Command{Env: environ, Line: line})
		return
	}
	goleak.VerifyTestMain(m)
}

var environ = []string{"PATH=/usr/bin:/bin"}

func TestEndOfACommandIsTold(t *testing.T) {
	for line, want := range map[string]process.Result{
		"echo out; echo err >&2":   {Output: "out\nerr\n"},
		"echo failed; exit 3":      {Output: "failed\n", ExitCode: 3},
		"kill -9 $$":               {ExitCode: 137},
		"no-such-program 2>&-":     {ExitCode: 127},
		"cat":                      {},
		"printf %s \"$HOME$A B\"":  {Output: " B"},
		"printf 0123456789abcdef-": {Output: "6789abcdef-", Truncated: true},
	} {
		got, err := process.Run(t.Context(), process.Command{Env: environ, Line: line, Keep: len("6789abcdef-")})
		got.Duration = 0
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", line, got, err)
		}
	}
}

func TestCommandRunsWhereItIsTold(t *testing.T) {
	dir := t.TempDir()
	got, err := process.Run(t.Context(), process.Command{Dir: dir, Env: environ, Line: "pwd"})
	if err != nil || got.Output != dir+"\n" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestProgramIsReadByNoShell(t *testing.T) {
	got, err := process.Run(t.Context(), process.Command{Env: environ, Program: []string{"/bin/echo", "$HOME; `ls`"},
		Input: strings.NewReader("unread")})
	if err != nil || got.Output != "$HOME; `ls`\n" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestProgramThatIsMissingIsAnError(t *testing.T) {
	got, err := process.Run(t.Context(), process.Command{Program: []string{"no-such-program"}})
	if !errors.Is(err, exec.ErrNotFound) || got.ExitCode != -1 {
		t.Errorf("%+v, %v", got, err)
	}
}

// family is a command with a child that writes its number to a file, ignores being asked to end, and holds the output
// open.
func family(t *testing.T) (line, file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "child")
	return `sh -c 'trap "" TERM HUP INT; echo $$ >` + file + `.new; mv ` + file + `.new ` + file +
		`; while :; do sleep 600; done' & `, file
}

// childOf waits for the number of the child.
func childOf(t *testing.T, file string) int {
	t.Helper()
	for limit := time.Now().Add(30 * time.Second); ; time.Sleep(time.Millisecond) {
		if data, err := os.ReadFile(file); err == nil {
			pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
			if err != nil {
				t.Fatal(err)
			}
			return pid
		}
		if time.Now().After(limit) {
			t.Fatal("the child does not begin")
		}
	}
}

// expectGone checks that a process does not run. A process that nobody has reaped counts as gone.
func expectGone(t *testing.T, pid int) {
	t.Helper()
	stat, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if syscall.Kill(pid, 0) == nil && !strings.Contains(string(stat), ") Z ") {
		t.Errorf("process %d is left: %s", pid, stat)
	}
}

func TestWhatIsLeftRunningEndsWithTheCommand(t *testing.T) {
	line, file := family(t)
	got, err := process.Run(t.Context(), process.Command{Env: environ,
		Line: line + "while ! [ -e " + file + " ]; do :; done; echo done"})
	if err != nil || got.Output != "done\n" || got.ExitCode != 0 {
		t.Errorf("%+v, %v", got, err)
	}
	expectGone(t, childOf(t, file))
}

func TestWhatIsToGoOnIsLeftRunning(t *testing.T) {
	file := filepath.Join(t.TempDir(), "child")
	c := process.Command{Env: environ, Line: "sleep 600 >&- 2>&- & echo $! >" + file, Leave: true}
	if got, err := process.Run(t.Context(), c); err != nil || !got.OK() {
		t.Fatalf("%+v, %v", got, err)
	}
	if err := syscall.Kill(childOf(t, file), syscall.SIGKILL); err != nil {
		t.Errorf("it is not active: %v", err)
	}
}

func TestAllEndsWithTheContextAndItsWordsAreKept(t *testing.T) {
	line, file := family(t)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	var got process.Result
	go func() {
		var err error
		got, err = process.Run(ctx, process.Command{Env: environ, Line: "echo begun; " + line + "wait"})
		ended <- err
	}()
	child := childOf(t, file)
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) || got.Output != "begun\n" {
		t.Errorf("%+v, %v", got, err)
	}
	expectGone(t, child)
}

// TestCommandEndsWithWhoStartedIt kills the program that runs a command.
func TestCommandEndsWithWhoStartedIt(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux tells a process that its parent has died")
	}
	file := filepath.Join(t.TempDir(), "child")
	program := exec.Command(os.Args[0])
	program.Env = append(environ, lineVariable+"=echo $$ >"+file+".new; mv "+file+".new "+file+"; exec sleep 600")
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	child := process.Of(childOf(t, file))
	if err := program.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = program.Wait() // it was killed
	for limit := time.Now().Add(30 * time.Second); child.Alive(); time.Sleep(time.Millisecond) {
		if time.Now().After(limit) {
			t.Fatal("the command goes on")
		}
	}
}

func TestCommandThatTakesTooLongIsEnded(t *testing.T) {
	got, err := process.Run(t.Context(), process.Command{Env: environ, Line: "sleep 600", Timeout: 50 * time.Millisecond})
	if !errors.Is(err, process.ErrTimeout) || got.OK() || !strings.Contains(err.Error(), "50ms") {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestLongOutputKeepsItsEnd(t *testing.T) {
	got, err := process.Run(t.Context(), process.Command{Env: environ, Line: "seq 1 100000"})
	if err != nil || !got.Truncated || len(got.Output) != 64<<10 || !strings.HasSuffix(got.Output, "\n99999\n100000\n") {
		t.Errorf("%d bytes, %v", len(got.Output), err)
	}
}
