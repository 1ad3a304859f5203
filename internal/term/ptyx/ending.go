package ptyx

import (
	"os/exec"
	"syscall"

	"stead/internal/sys/wake"

	"golang.org/x/sys/unix"
)

// ending is the end of a program: whether it has come, and how.
type ending struct {
	exited *wake.Event   // for pollers
	done   chan struct{} // for selects; closed after exit is set
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

// publish reports the program's end to all waiters.
func (e *ending) publish(cmd *exec.Cmd) {
	_ = cmd.Wait() // an exit code is not an error here, and the state below has it
	e.exit = Exit{Code: cmd.ProcessState.ExitCode()}
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		e.exit = Exit{Code: 128 + int(status.Signal()), Signal: unix.SignalName(status.Signal())}
	}
	close(e.done)
	e.exited.Fire()
}
