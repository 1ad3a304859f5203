//go:build unix

package ptyx

import (
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// family is a program and everything it started.
type family struct {
	leader int    // its process id
	token  string // marks all its descendants
}

// Owns reports whether another process belongs to the program's session.
func (p *Process) Owns(pid int) bool {
	session, err := unix.Getsid(pid)
	return err == nil && session == p.family.leader
}

// Signal sends a signal to the program's whole process group. After the program's end it returns os.ErrProcessDone.
func (p *Process) Signal(signal os.Signal) error {
	number, ok := signal.(syscall.Signal)
	if !ok {
		return fmt.Errorf("signal %v: not a signal of this system", signal)
	}
	if p.IsOver() {
		return os.ErrProcessDone
	}
	if err := unix.Kill(-p.family.leader, number); err != nil {
		return fmt.Errorf("send %s to process group %d: %w", unix.SignalName(number), p.family.leader, err)
	}
	return nil
}

// exitOf waits for a program's end and returns how it ended.
func exitOf(cmd *exec.Cmd) Exit {
	_ = cmd.Wait() // an exit code is not an error here, and the state below has it
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		return Exit{Code: 128 + int(status.Signal()), Signal: unix.SignalName(status.Signal())}
	}
	return Exit{Code: cmd.ProcessState.ExitCode()}
}
