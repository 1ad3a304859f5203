package cli

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"

	"github.com/creack/pty"
)

// playsTerminal is the program pty of the scripts. It types the content of a file into a terminal, starts a program
// there, and writes what the terminal shows into $WORK/tty. It replaces testscript's ttyin and ttyout, which close the
// terminal when the program ends: on a busy machine they lose what was shown last (go-internal 1.16.0, ts.exec).
//
//	pty [-stdin] [-outlived] INPUT PROGRAM [ARGUMENT...]
func playsTerminal() {
	stdin := flag.Bool("stdin", false, "the terminal is the program's standard input, too")
	outlived := flag.Bool("outlived", false, "others keep the terminal when the program has ended: what they show is not waited for")
	flag.Parse()
	program := exec.Command(flag.Arg(1), flag.Args()[2:]...)
	shown, err := runOnTerminal(flag.Arg(0), *stdin, *outlived, program)
	err = errors.Join(err, os.WriteFile(filepath.Join(os.Getenv("WORK"), "tty"), shown, 0o600))
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		os.Exit(max(exit.ExitCode(), 1)) // a signal has no code
	case err != nil:
		fmt.Fprintln(os.Stderr, "pty:", err)
		os.Exit(1)
	}
}

func runOnTerminal(input string, stdin, outlived bool, program *exec.Cmd) (shown []byte, err error) {
	typed, err := os.ReadFile(input)
	if err != nil {
		return nil, err
	}
	master, slave, err := pty.Open()
	if err != nil {
		return nil, err
	}
	defer master.Close()
	program.Stdout, program.Stderr, program.ExtraFiles = os.Stdout, os.Stderr, []*os.File{slave}
	if stdin {
		program.Stdin = slave
	}
	program.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 3} // the first extra file
	if err := errors.Join(program.Start(), slave.Close()); err != nil {
		return nil, err
	}
	go master.Write(append(typed, 4)) //nolint:errcheck // the end of transmission; who has ended reads no more
	var screen bytes.Buffer
	read := make(chan struct{})
	go func() {
		_, _ = io.Copy(&screen, master) // until nobody has the terminal
		close(read)
	}()
	if err = program.Wait(); outlived {
		return nil, err
	}
	<-read
	return screen.Bytes(), err
}
