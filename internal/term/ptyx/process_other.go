//go:build unix && !linux

package ptyx

import (
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// getTermios asks for the modes of a terminal.
const getTermios = unix.TIOCGETA

func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }

func (p *Process) launch(cmd *exec.Cmd) error {
	if err := cmd.Start(); err != nil {
		return err
	}
	p.family.leader = cmd.Process.Pid
	go p.end.publish(cmd)
	return nil
}

// kill sends SIGKILL to the process group and tells whether there was one. A daemon that left the group is not found
// here: only Linux lets a parent adopt it.
func (f *family) kill() int {
	if err := unix.Kill(-f.leader, unix.SIGKILL); err != nil {
		return 0
	}
	return 1
}
