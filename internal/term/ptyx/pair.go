package ptyx

import (
	"fmt"
	"os"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// Pair is a pseudo-terminal without a program: what is written at one end is read at the other. It must be closed.
type Pair struct {
	// Near is the end of whoever shows the terminal: what was drawn is read there, and keys are written. Far is the
	// terminal itself.
	Near, Far *os.File
}

// NewPair makes a terminal of a size.
func NewPair(size Size) (*Pair, error) {
	near, far, err := pty.Open()
	if err != nil {
		return nil, fmt.Errorf("open a pseudo-terminal: %w", err)
	}
	p := &Pair{Near: near, Far: far}
	if err = p.unblock(); err == nil {
		err = p.Resize(size)
	}
	if err != nil {
		p.Close()
		return nil, fmt.Errorf("open a pseudo-terminal: %w", err)
	}
	return p, nil
}

// unblock lets Close end a read of the near end: pty.Open has asked for its descriptor, after which reads of it block
// (os.File.Fd).
func (p *Pair) unblock() error {
	fd, err := unix.FcntlInt(p.Near.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return err
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		_ = unix.Close(fd)
		return err
	}
	_ = p.Near.Close()
	p.Near = os.NewFile(uintptr(fd), "terminal")
	return nil
}

// Resize gives the terminal a size. Whoever draws on it is to be told.
func (p *Pair) Resize(size Size) error {
	conn, err := p.Near.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	if err := conn.Control(func(fd uintptr) {
		failed = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &unix.Winsize{Row: size.Rows, Col: size.Columns})
	}); err != nil {
		return err
	}
	return failed
}

// Close ends the terminal: it is gone for whoever has it.
func (p *Pair) Close() {
	_ = p.Near.Close()
	_ = p.Far.Close()
}
