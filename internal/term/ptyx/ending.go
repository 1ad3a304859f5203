package ptyx

import (
	"os/exec"
	"syscall"

	"stead/internal/sys/wake"

	"golang.org/x/sys/unix"
)

// ending is the end of a program: whether it has come, and how.
type ending struct {
	exited *wake.Event   // for those who poll
	done   chan struct{} // for those who select; closed with exit set
	exit   Exit
}

func (e *ending) isOver() bool {
	select {
	case <-e.done:
		return true
	default:
		return false
	}
}

// publish tells all who wait how the program ended.
func (e *ending) publish(cmd *exec.Cmd) {
	_ = cmd.Wait() // an exit code is no error here, and the state below tells all
	e.exit = Exit{Code: cmd.ProcessState.ExitCode()}
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		e.exit = Exit{Code: 128 + int(status.Signal()), Signal: unix.SignalName(status.Signal())}
	}
	close(e.done)
	e.exited.Fire()
}
