package cli

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"
	"golang.org/x/term"

	"stead/control"
	"stead/internal/ptyx"
)

// launch starts the process that minds the run, and stays with it: as its terminal, or, detached, until the session is delivered.
func (a *app) launch(ctx context.Context, o runOptions, key string) error {
	if !o.detach && (!term.IsTerminal(int(a.Stdin.Fd())) || !term.IsTerminal(int(a.Stdout.Fd()))) {
		return usageError{errors.New("there is no terminal for an interactive run: give a prompt with -p TEXT, or --detach")}
	}
	given := a.afterVerb(o.verb)
	line := slices.Concat(o.minder, given)
	for {
		v := &visit{app: a, key: key, detached: o.detach, begins: true}
		err := a.startAndVisit(ctx, v, line)
		if found := secretsIn(err); found != nil && !o.detach {
			mode, asked := a.askAboutSecrets(ctx, found)
			if asked != nil {
				return asked
			}
			given = withFlag(given, "--redact="+string(mode))
			line = slices.Concat(o.minder, given)
			continue
		}
		dir, again, asked := a.askForFolder(ctx, err, o.detach)
		if asked != nil {
			return asked
		}
		if !again {
			return err
		}
		line = slices.Concat(o.minder, []string{"--cwd", dir}, given)
	}
}

// askForFolder asks where a session goes on whose own folder cannot be used, if that is what went wrong.
func (a *app) askForFolder(ctx context.Context, err error, detached bool) (dir string, again bool, failed error) {
	var f *failure
	if detached || !errors.As(err, &f) || f.Near == nil {
		return "", false, nil
	}
	dir, err = a.chooseFolder(ctx, f)
	return dir, err == nil, err
}

func (a *app) startAndVisit(ctx context.Context, v *visit, line []string) error {
	command, conn, err := a.supervisor(line)
	if err != nil {
		return fmt.Errorf("start the run's supervisor: %w", err)
	}
	v.client, v.interrupt = control.NewClient(conn), func() { _ = command.Process.Signal(syscall.SIGTERM) }
	defer v.client.Close()
	err = v.stay(ctx)
	if v.over {
		_ = command.Wait() // nothing of the run is left when stead ends
	}
	return err
}

// supervisor starts this program once more with a command line, in a session of its own, with a connection to it.
func (a *app) supervisor(line []string) (*exec.Cmd, *net.UnixConn, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	own, its, err := pair()
	if err != nil {
		return nil, nil, err
	}
	defer its.Close()
	command := exec.Command(self, line...)
	command.Dir, command.Env = a.Dir, ptyx.Unmarked(a.Environ)
	command.ExtraFiles = []*os.File{its}
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if !term.IsTerminal(int(a.Stdin.Fd())) {
		command.Stdin = a.Stdin
	}
	if err := command.Start(); err != nil {
		_ = own.Close()
		return nil, nil, err
	}
	return command, own, nil
}

// withFlag adds a flag to arguments, in front of those that are the CLI's own. Of two, the last one counts.
func withFlag(arguments []string, flag string) []string {
	at := slices.Index(arguments, "--")
	if at < 0 {
		at = len(arguments)
	}
	return slices.Insert(slices.Clone(arguments), at, flag)
}

// afterVerb returns the arguments behind a verb.
func (a *app) afterVerb(verb string) []string {
	at := slices.Index(a.Args, verb)
	return a.Args[at+1:]
}

// pair makes a connection: this process's end, and the one that another is given.
func pair() (*net.UnixConn, *os.File, error) {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	if err != nil {
		return nil, nil, err
	}
	unix.CloseOnExec(ends[0])
	unix.CloseOnExec(ends[1])
	file := os.NewFile(uintptr(ends[0]), "supervisor")
	defer file.Close()
	conn, err := net.FileConn(file)
	if err != nil {
		_ = unix.Close(ends[1])
		return nil, nil, err
	}
	return conn.(*net.UnixConn), os.NewFile(uintptr(ends[1]), "starter"), nil
}
