package run

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"slices"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/run/supervisor"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/internal/sys/notices"
	"stead/internal/sys/process"
	"stead/internal/term/ptyx"
	"stead/reach/remote"
	"stead/runs/socket"
)

// Launch says how to start the process that supervises a run.
type Launch struct {
	// Supervisor is the beginning of its command line. Given are the arguments after that: those that the user has typed
	// after the verb.
	Supervisor, Given []string
}

// Open resumes a run in the user's terminal.
func Open(ctx context.Context, p *setup.Process, s *setup.Setup, run string) error {
	how := Launch{Supervisor: []string{superviseVerb}, Given: []string{"--resume", run, "--interactive"}}
	return launch(ctx, p, how, false, s.Config.DetachKey)
}

// launch starts the process that supervises the run, and stays with it: as its terminal, or, detached, until the
// session is delivered.
func launch(ctx context.Context, p *setup.Process, how Launch, detached bool, key string) error {
	if !detached && !p.Term.IsInteractive() {
		return failure.Usage(errors.New("an interactive run needs a terminal: give a prompt with -p TEXT, or --detach"))
	}
	notices.Try() // the supervising process has no user to tell
	given := how.Given
	line := slices.Concat(how.Supervisor, given)
	for {
		err := startAndAttach(ctx, p, line, supervisor.AttachOptions{Process: p, Key: key, Detached: detached, Begins: true})
		if found := failure.SecretsIn(err); found != nil && !detached {
			mode, asked := flags.AskAboutSecrets(ctx, p.Term, found)
			if asked != nil {
				return asked
			}
			given = remote.With(given, "--redact="+string(mode))
			line = slices.Concat(how.Supervisor, given)
			continue
		}
		dir, again, asked := askForFolder(ctx, p, err, detached)
		if asked != nil {
			return asked
		}
		if !again {
			return err
		}
		line = slices.Concat(how.Supervisor, []string{"--cwd", dir}, given)
	}
}

// askForFolder asks for another folder if the error says that the session's own cannot be used.
func askForFolder(ctx context.Context, p *setup.Process, err error,
	detached bool) (dir string, again bool, failed error) {
	var f *failure.Error
	if detached || !errors.As(err, &f) || f.Near == nil {
		return "", false, nil
	}
	dir, err = chooseFolder(ctx, p, f)
	return dir, err == nil, err
}

// startAndAttach starts a supervisor with a command line and attaches the user's terminal to its run.
func startAndAttach(ctx context.Context, p *setup.Process, line []string, o supervisor.AttachOptions) error {
	command, conn, err := startSupervisor(p, line)
	if err != nil {
		return fmt.Errorf("start the run's supervisor: %w", err)
	}
	o.Client, o.Interrupt = socket.NewClient(conn), func() { _ = process.AskToEnd(command.Process) }
	defer o.Client.Close()
	over, err := supervisor.Attach(ctx, o)
	if over {
		_ = command.Wait() // nothing of the run remains when stead ends
	}
	return err
}

// startSupervisor starts this program again with a command line, in a session of its own, with a connection to it.
func startSupervisor(p *setup.Process, line []string) (*exec.Cmd, *net.UnixConn, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, nil, err
	}
	own, its, err := socket.Pair()
	if err != nil {
		return nil, nil, err
	}
	defer its.Close()
	command := exec.Command(self, line...)
	command.Dir, command.Env = p.Dir, ptyx.Unmarked(p.Environ)
	command.ExtraFiles = []*os.File{its}
	process.Detach(command)
	if !term.IsTerminal(p.Term.In) {
		command.Stdin = p.Term.In
	}
	if err := command.Start(); err != nil {
		_ = own.Close()
		return nil, nil, err
	}
	return command, own, nil
}
