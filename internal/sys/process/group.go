package process

import (
	"errors"
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
