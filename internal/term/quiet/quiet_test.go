package quiet

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"stead/internal/term/ptyx"
)

// TestMain lets the test binary be a program that draws: it makes its terminal quiet until SIGINT.
func TestMain(m *testing.M) {
	if os.Getenv("QUIET_TEST_ROLE") == "" {
		os.Exit(m.Run())
	}
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, syscall.SIGINT)
	t := Begin(os.Stdin, func() { fmt.Println("drawn again") })
	fmt.Println("ready")
	<-ended
	t.End()
	t.End()
}

// screen is a terminal with what it has shown.
type screen struct {
	*ptyx.Process
	t     *testing.T
	shown string
	// read is how much of that was searched for already.
	read int
}

// shell runs a script on its own terminal. The program is its $0.
func shell(t *testing.T, script string) *screen {
	t.Helper()
	command := ptyx.Command{Path: "/bin/sh", Args: []string{"-c", "trap : INT; " + script, os.Args[0]},
		Env: []string{"QUIET_TEST_ROLE=program", "PATH=/usr/bin:/bin"}}
	process, err := ptyx.Start(command, ptyx.Size{Rows: 24, Columns: 80})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := process.End(context.Background(), 0); err != nil {
			t.Error(err)
		}
	})
	return &screen{Process: process, t: t}
}

// sees reads until a text is displayed, after the previous one.
func (s *screen) sees(text string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), 20*time.Second)
	defer cancel()
	defer context.AfterFunc(ctx, func() { _ = s.Signal(syscall.SIGKILL) })()
	chunk := make([]byte, 4096)
	for !strings.Contains(s.shown[s.read:], text) {
		n, err := s.Terminal.Read(chunk)
		s.shown += string(chunk[:n])
		if err != nil {
			s.t.Fatalf("%q never came: %q, %v", text, s.shown, err)
		}
	}
	s.read += strings.Index(s.shown[s.read:], text) + len(text)
}

func (s *screen) types(keys string) {
	s.t.Helper()
	if _, err := s.Terminal.Write([]byte(keys)); err != nil {
		s.t.Fatal(err)
	}
}

func TestWhatIsTypedIsNeitherShownNorLeft(t *testing.T) {
	s := shell(t, `"$0"; stty | grep -q -- -echo || echo restored; read -r line; echo "got $line"`)
	s.sees("ready")
	s.types("rm -rf x\r\x03")
	s.sees("restored")
	s.types("later\r")
	s.sees("got later")
	if strings.Contains(s.shown, "rm") {
		t.Errorf("the terminal shows %q", s.shown)
	}
}

func TestStoppedProgramGivesTheTerminalBack(t *testing.T) {
	s := shell(t,
		`set -m; "$0"; stty | grep -q -- -echo || echo restored; fg >/dev/null; stty | grep -q -- -echo || echo restored too`)
	s.sees("ready")
	s.types("\x1a")
	s.sees("restored")
	s.sees("drawn again")
	s.types("hidden\r\x03")
	s.sees("restored too")
	if strings.Contains(s.shown, "hidden") {
		t.Errorf("the terminal shows %q", s.shown)
	}
}

// TestProgramThatNoShellCouldContinueDoesNotStop presses Ctrl-Z while the program is the session leader.
func TestProgramThatNoShellCouldContinueDoesNotStop(t *testing.T) {
	s := shell(t, `exec "$0"`)
	s.sees("ready")
	s.types("\x1a")
	s.sees("drawn again")
	s.types("\x03")
	if exit, err := s.Wait(t.Context()); err != nil || exit != (ptyx.Exit{}) {
		t.Errorf("it ended with %+v, %v", exit, err)
	}
}

func TestWhatIsNoTerminalIsLeftAlone(t *testing.T) {
	file, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if quiet := Begin(file, func() {}); quiet != nil {
		t.Error("a device that is no terminal was made quiet")
	}
	(*Terminal)(nil).End()
}
