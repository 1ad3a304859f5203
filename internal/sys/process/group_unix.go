//go:build unix

package process

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// Group makes a command, before its start, the leader of a process group of its own. A key pressed on the terminal does
// not reach the group, and the end of the command's context sends the signal to every process in it. The command stays
// in this process's session, whose children no other process reaps.
func Group(command *exec.Cmd, signal syscall.Signal) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, signal) }
}

// DieTogether makes the leader of a group get the signal when this process dies. Call it before the command's start. It
// works only if the operating system supports it. The same goroutine must call release when the command has ended.
func DieTogether(command *exec.Cmd, signal syscall.Signal) (release func()) {
	return signalAtDeath(command.SysProcAttr, signal)
}

// Bounds of the wait for killed processes, because the kernel needs some time to tear a process down. A container
// without an init never reaps orphans, and those stay in their group.
const (
	killPause   = 2 * time.Millisecond
	killLongest = 200 * time.Millisecond
)

// EndGroup kills the rest of a command's group after the command itself has ended, and waits until it is gone.
func EndGroup(command *exec.Cmd) {
	group := command.Process.Pid
	for limit := time.Now().Add(killLongest); time.Now().Before(limit); time.Sleep(killPause) {
		if errors.Is(syscall.Kill(-group, syscall.SIGKILL), syscall.ESRCH) {
			return
		}
		for reaped := 1; reaped > 0; { // orphans are children of this process if it has asked for them
			reaped, _ = syscall.Wait4(-group, nil, syscall.WNOHANG, nil)
		}
	}
}

// Detach makes a command, before its start, the leader of a session of its own: no key of this terminal reaches it, and
// it goes on when the terminal closes.
func Detach(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// AskToEnd asks a process that this one has started to end. It reaches no other one, unlike a number that the system
// has given to the next process after the end of the first.
func AskToEnd(p *os.Process) error { return p.Signal(syscall.SIGTERM) }

// Terminate asks a process to end. It is no error if the process has ended.
func Terminate(pid int) error {
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) &&
		!errors.Is(err, syscall.ESRCH) {
		return err
	}
	return nil
}

// isTaken reports whether a number is that of a process, maybe of one that nobody has reaped.
func isTaken(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}

// shell returns the program that runs a command line.
func shell(line string) []string { return []string{"/bin/sh", "-c", line} }

// Become replaces this program by another one, whose path is the first of the line. It only returns if that fails.
func Become(line, env []string) error { return syscall.Exec(line[0], line, env) }
