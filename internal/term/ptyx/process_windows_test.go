package ptyx

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"stead/internal/testkit"
)

var small = Size{Rows: 24, Columns: 80}

// TestMain lets the test binary be the program under test, too.
func TestMain(m *testing.M) {
	if role := os.Getenv("PTYX_TEST_ROLE"); role != "" {
		os.Exit(play(role))
	}
	os.Exit(m.Run())
}

// play opens its console by name: Wine 10.0 gives a program in a new console no standard handles.
func play(role string) int {
	keys, in := os.OpenFile("CONIN$", os.O_RDWR, 0)
	screen, out := os.OpenFile("CONOUT$", os.O_RDWR, 0)
	if in != nil || out != nil {
		return 1
	}
	fmt.Fprintln(screen, "ready")
	if role == "reader" {
		line, _ := bufio.NewReader(keys).ReadString('\n')
		fmt.Fprintln(screen, "got", strings.ToUpper(strings.TrimSpace(line)))
		return 7
	}
	time.Sleep(time.Hour)
	return 0
}

func launch(t *testing.T, role string) *Process {
	t.Helper()
	environment := append(os.Environ(), "PTYX_TEST_ROLE="+role)
	process, err := Start(Command{Path: os.Args[0], Env: environment}, small)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := process.End(context.Background(), 0); err != nil {
			t.Error(err)
		}
	})
	return process
}

func TestProgramReadsWhatIsTypedAndItsExitIsTold(t *testing.T) {
	process := launch(t, "reader")
	seen := testkit.AwaitOutput(process.Terminal, "ready")
	if _, err := process.Terminal.Write([]byte("word\r")); err != nil {
		t.Fatal(err)
	}
	if seen += testkit.AwaitOutput(process.Terminal, "got WORD"); !strings.Contains(seen, "got WORD") {
		t.Errorf("it shows %q", seen)
	}
	if exit, err := process.Wait(t.Context()); err != nil || exit.Code != 7 {
		t.Errorf("%+v, error %v", exit, err)
	}
	if _, err := process.Terminal.Write([]byte("more")); !errors.Is(err, os.ErrProcessDone) {
		t.Errorf("after its end: error %v", err)
	}
}

func TestProgramThatDoesNotEndIsEnded(t *testing.T) {
	process := launch(t, "sleeper")
	testkit.AwaitOutput(process.Terminal, "ready")
	if err := process.End(t.Context(), 0, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if exit, err := process.Wait(t.Context()); err != nil || exit.Code != killed {
		t.Errorf("%+v, error %v", exit, err)
	}
}

func TestUnknownProgramIsAnErrorThatNamesIt(t *testing.T) {
	_, err := Start(Command{Path: "no-such-program"}, small)
	if !errors.Is(err, exec.ErrNotFound) || !strings.Contains(err.Error(), "no-such-program") {
		t.Errorf("error %v", err)
	}
}
