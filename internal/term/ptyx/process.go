package ptyx

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"stead/internal/sys/wake"

	"golang.org/x/sys/unix"
)

const (
	// settle is how long a terminal must be silent, once its program is over, to count as drained while a daemon
	// still holds it open (Linux gives no end of file then: observed with `setsid sleep` on 6.18).
	settle = 50 * time.Millisecond

	// kernelBuffer is more than a Linux terminal holds for its reader (64 KiB and a line buffer of 4 KiB). A daemon
	// that goes on printing can thus not keep the end away.
	kernelBuffer = 128 << 10
)

// Process is a program on its own terminal. Its methods may be called from several goroutines.
type Process struct {
	pid    int
	token  string
	exited *wake.Event   // for those who poll
	done   chan struct{} // for those who select; closed with exit set
	exit   Exit

	descriptor sync.RWMutex // held for reading while master is used, for writing while it is closed
	master     int
	closed     bool
	leftover   int64 // bytes still accepted after the end
}

// Exit tells how a program ended.
type Exit struct {
	Code   int    // exit code; 128 and the signal's number when a signal ended it, as shells say it
	Signal string // "SIGKILL" and the like; empty when it ended by itself
}

// Pid is the process id, which is also the id of its group and session.
func (p *Process) Pid() int { return p.pid }

// Owns reports whether another process belongs to the program: it is of its session.
func (p *Process) Owns(pid int) bool {
	session, err := unix.Getsid(pid)
	return err == nil && session == p.pid
}

// Read gives what the program wrote to its terminal. At the end, io.EOF.
func (p *Process) Read(chunk []byte) (int, error) { return p.ReadUntil(chunk, nil) }

// ReadUntil is Read that cancel can call off with wake.ErrWoken.
func (p *Process) ReadUntil(chunk []byte, cancel *wake.Event) (int, error) {
	p.descriptor.RLock()
	defer p.descriptor.RUnlock()
	for !p.closed && atomic.LoadInt64(&p.leftover) > 0 {
		n, err := unix.Read(p.master, chunk)
		switch {
		case n > 0:
			p.account(n)
			return n, nil
		case err == unix.EINTR:
		case err == unix.EAGAIN:
			if err := p.await(unix.POLLIN, cancel); err != nil {
				return 0, err
			}
		default: // Linux says EIO when the last slave is closed, others give no bytes
			return 0, io.EOF
		}
	}
	return 0, io.EOF
}

func (p *Process) account(n int) {
	select {
	case <-p.done:
		atomic.AddInt64(&p.leftover, -int64(n))
	default:
	}
}

// await sleeps until the terminal is ready. A program that is over has `settle` to show its last bytes.
func (p *Process) await(events int16, cancel *wake.Event) error {
	descriptors := append(make([]unix.PollFd, 0, 3), unix.PollFd{Fd: int32(p.master), Events: events})
	if cancel != nil {
		descriptors = append(descriptors, cancel.Descriptor())
	}
	timeout := int(settle.Milliseconds())
	if !p.IsOver() {
		timeout = -1
		descriptors = append(descriptors, p.exited.Descriptor())
	}
	n, err := wake.Poll(timeout, descriptors)
	switch {
	case err != nil:
		return fmt.Errorf("wait for the terminal: %w", err)
	case n == 0:
		return io.EOF
	case cancel != nil && descriptors[1].Revents != 0:
		return wake.ErrWoken
	}
	return nil
}

// IsOver reports whether the program has ended.
func (p *Process) IsOver() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// Write types bytes at the program's terminal, all of them, waiting while the program does not read.
// After the program's end it gives os.ErrProcessDone.
func (p *Process) Write(keys []byte) (int, error) { return p.WriteUntil(keys, nil) }

// WriteUntil is Write that cancel can call off with wake.ErrWoken.
func (p *Process) WriteUntil(keys []byte, cancel *wake.Event) (written int, err error) {
	p.descriptor.RLock()
	defer p.descriptor.RUnlock()
	for written < len(keys) {
		if p.closed || p.IsOver() {
			return written, os.ErrProcessDone
		}
		n, err := unix.Write(p.master, keys[written:])
		written += max(n, 0)
		if errors.Is(err, unix.EAGAIN) {
			err = p.await(unix.POLLOUT, cancel)
		}
		if err != nil && !errors.Is(err, unix.EINTR) {
			return written, err
		}
	}
	return written, nil
}

// Resize tells the program the new size of its terminal.
func (p *Process) Resize(size Size) error {
	p.descriptor.RLock()
	defer p.descriptor.RUnlock()
	if p.closed {
		return os.ErrProcessDone
	}
	return unix.IoctlSetWinsize(p.master, unix.TIOCSWINSZ, &unix.Winsize{Row: size.Rows, Col: size.Columns})
}

// TakesKeys reports whether the program reads single keys: until it asks for that, its terminal collects a line, and
// shows what is typed.
func (p *Process) TakesKeys() bool {
	p.descriptor.RLock()
	defer p.descriptor.RUnlock()
	if p.closed {
		return false
	}
	modes, err := unix.IoctlGetTermios(p.master, getTermios)
	return err == nil && modes.Lflag&unix.ICANON == 0
}

// Signal sends a signal to the program's whole process group. After the program's end it gives os.ErrProcessDone.
func (p *Process) Signal(signal os.Signal) error {
	number, ok := signal.(syscall.Signal)
	if !ok {
		return fmt.Errorf("signal %v: not a signal of this system", signal)
	}
	if p.IsOver() {
		return os.ErrProcessDone
	}
	if err := unix.Kill(-p.pid, number); err != nil {
		return fmt.Errorf("send %s to process group %d: %w", unix.SignalName(number), p.pid, err)
	}
	return nil
}

// Wait blocks until the program has ended or ctx has. Its last output may still wait in Read then; Hub.Run and Drain
// take it out before they report the Exit.
func (p *Process) Wait(ctx context.Context) (Exit, error) {
	select {
	case <-p.done:
		return p.exit, nil
	case <-ctx.Done():
		return Exit{}, fmt.Errorf("wait for process %d: %w", p.pid, context.Cause(ctx))
	}
}

// finish publishes how the program ended.
func (p *Process) finish(cmd *exec.Cmd) {
	_ = cmd.Wait() // an exit code is no error here, and the state below tells all
	p.exit = Exit{Code: cmd.ProcessState.ExitCode()}
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		p.exit = Exit{Code: 128 + int(status.Signal()), Signal: unix.SignalName(status.Signal())}
	}
	close(p.done)
	p.exited.Fire()
}

// close frees the terminal once the program is over and every reader has left.
func (p *Process) close() error {
	p.descriptor.Lock()
	defer p.descriptor.Unlock()
	if p.closed {
		return nil
	}
	p.closed = true
	p.exited.Release()
	return errors.Join(unix.Close(p.master))
}
