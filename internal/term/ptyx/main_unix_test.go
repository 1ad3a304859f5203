//go:build unix

package ptyx

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
	"time"

	"stead/internal/testkit"

	"go.uber.org/goleak"
	"golang.org/x/sys/unix"
)

var small = Size{Rows: 24, Columns: 80}

// TestMain lets the test binary be the program under test, too, so that the tests need no tool but a shell.
func TestMain(m *testing.M) {
	if role := os.Getenv("PTYX_TEST_ROLE"); role != "" {
		os.Exit(play(role))
	}
	goleak.VerifyTestMain(m)
}

func play(role string) int {
	switch role {
	case "deaf": // no polite signal ends it
		signal.Ignore(unix.SIGINT, unix.SIGTERM, unix.SIGHUP)
		fmt.Println("ready")
		time.Sleep(time.Hour)
	case "daemon": // leaves a child behind in a session of its own, and ends
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), "PTYX_TEST_ROLE=deaf")
		child.Stderr = os.Stderr // it holds the terminal
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		said, err := child.StdoutPipe()
		if err != nil || child.Start() != nil {
			return 1
		}
		testkit.AwaitOutput(said, "ready")
		fmt.Println("daemon", child.Process.Pid)
		fmt.Println("ready")
	case "holder": // stead in small: starts a deaf program on a terminal, and waits to be killed
		process, err := Start(roleCommand("deaf"), small)
		if err != nil {
			return 1
		}
		testkit.AwaitOutput(process.Terminal, "ready")
		fmt.Println("child", process.Pid())
		time.Sleep(time.Hour)
	}
	return 0
}

func roleCommand(role string) Command {
	return Command{Path: os.Args[0], Env: []string{"PTYX_TEST_ROLE=" + role}}
}

func shell(script string) Command {
	return Command{Path: "/bin/sh", Args: []string{"-c", script}, Env: []string{"PATH=" + os.Getenv("PATH")}}
}

// launch starts a program that ends with the test.
func launch(t *testing.T, command Command) *Process {
	t.Helper()
	process, err := Start(command, small)
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

func alive(pid int) bool { return unix.Kill(pid, 0) == nil }
