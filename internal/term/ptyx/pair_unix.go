//go:build unix

package ptyx

import (
	"fmt"
	"os"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"
)

// Pair is a pseudo-terminal without a program: data written at one end is read at the other. The caller must close it.
type Pair struct {
	// Near is the end of the display, which reads the output and writes keys. Far is the terminal itself.
	Near, Far *os.File
}

// NewPair opens a terminal of the given size.
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

// unblock lets Close end a read of the near end. pty.Open has asked for its descriptor, and after that its reads block
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

// Resize changes the terminal's size. The caller must tell the program that draws on it.
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

// Close closes both ends of the terminal.
func (p *Pair) Close() {
	_ = p.Near.Close()
	_ = p.Far.Close()
}
