//go:build unix && !linux

package ptyx

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// getTermios is the request for the modes of a terminal.
const getTermios = unix.TIOCGETA

func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }

func (p *Process) launch(cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	p.family.leader = cmd.Process.Pid
	go func() { p.end.publish(exitOf(cmd)) }()
	return nil
}

// kill sends SIGKILL to the process group and returns 1 if there was one, else 0. It does not find a daemon that left
// the group, because only Linux lets a parent adopt it.
func (f *family) kill() int {
	if err := unix.Kill(-f.leader, unix.SIGKILL); err != nil {
		return 0
	}
	return 1
}
