//go:build unix

package ptyx

import (
	"crypto/rand"
	"errors"
	"os"
	"os/exec"
	"time"

	"stead/internal/sys/wake"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// stdinGrace is how long copying Stdin may delay Wait after the program has ended, when Stdin's reader returns neither
// bytes nor EOF.
const stdinGrace = time.Second

func start(command Command, size Size) (*Process, error) {
	master, slave, err := open(size)
	if err != nil {
		return nil, err
	}
	defer slave.Close()
	exited, err := wake.New()
	if err != nil {
		return nil, errors.Join(err, unix.Close(master))
	}
	end := &ending{exited: exited, done: make(chan struct{})}
	process := &Process{Terminal: &Terminal{end: end, master: master, leftover: kernelBuffer},
		family: family{token: rand.Text()}, end: end}
	if err := process.launch(process.prepare(command, slave)); err != nil {
		exited.Fire()
		exited.Release()
		return nil, errors.Join(err, unix.Close(master))
	}
	return process, nil
}

// prepare translates the command. Descriptor 1 names the controlling terminal, because 0 may be a file.
func (p *Process) prepare(command Command, slave *os.File) *exec.Cmd {
	cmd := exec.Command(command.Path, command.Args...)
	cmd.Env = append(append([]string{}, command.Env...), tokenVariable+"="+p.family.token)
	if cmd.Dir = command.Dir; cmd.Dir != "" {
		// A shell exports its own folder, which is stead's. OpenCode 1.18.33 watches events of that folder, and so never sees
		// the end of its turn.
		cmd.Env = append(cmd.Env, "PWD="+cmd.Dir)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = command.Stdin, slave, slave
	if command.Stdin == nil {
		cmd.Stdin = slave
	}
	cmd.WaitDelay = stdinGrace
	cmd.SysProcAttr = attributes()
	cmd.SysProcAttr.Setsid, cmd.SysProcAttr.Setctty, cmd.SysProcAttr.Ctty = true, true, 1
	return cmd
}

// open returns a new terminal: the master's descriptor, in non-blocking mode, and the slave's file.
func open(size Size) (int, *os.File, error) {
	file, slave, err := pty.Open()
	if err != nil {
		return 0, nil, err
	}
	defer file.Close()
	if err := pty.Setsize(file, &pty.Winsize{Rows: size.Rows, Cols: size.Columns}); err != nil {
		return 0, nil, errors.Join(err, slave.Close())
	}
	master, err := duplicate(file)
	if err != nil {
		return 0, nil, errors.Join(err, slave.Close())
	}
	return master, slave, nil
}

// duplicate takes the master away from os.File. The relay sleeps in poll(2), in wake.Poll, on its own thread rather
// than in Go's network poller, so that the kernel directly wakes the thread that answers a key, without the scheduler
// in between.
func duplicate(file *os.File) (int, error) {
	master, err := unix.FcntlInt(file.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return 0, err
	}
	return master, unix.SetNonblock(master, true)
}
