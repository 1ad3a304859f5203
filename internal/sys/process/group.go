package process

import (
	"errors"
	"os/exec"
	"syscall"
	"time"
)

// Group has a command, before its start, lead a process group of its own: a key pressed on the terminal does not reach
// it, and the end of its context sends the signal to all that it has started. It stays in this process's session, whose
// children nobody else reaps.
func Group(command *exec.Cmd, signal syscall.Signal) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, signal) }
}

// DieTogether has the leader of a group get the signal when this process dies, before its start and where the operating
// system knows that. Release must be called by the same goroutine when the command has ended.
func DieTogether(command *exec.Cmd, signal syscall.Signal) (release func()) {
	return signalAtDeath(command.SysProcAttr, signal)
}

// Bounds of waiting for what was killed: the kernel needs some time to tear a process down. A container without an init
// never reaps orphans, and those stay in their group.
const (
	killPause   = 2 * time.Millisecond
	killLongest = 200 * time.Millisecond
)

// EndGroup kills what is left of a command's group after the command itself has ended, and waits until it is gone.
func EndGroup(command *exec.Cmd) {
	group := command.Process.Pid
	for limit := time.Now().Add(killLongest); time.Now().Before(limit); time.Sleep(killPause) {
		if errors.Is(syscall.Kill(-group, syscall.SIGKILL), syscall.ESRCH) {
			return
		}
		for reaped := 1; reaped > 0; { // orphans are children of ours where this process has asked for them
			reaped, _ = syscall.Wait4(-group, nil, syscall.WNOHANG, nil)
		}
	}
}
