package run

import (
	"context"
	"errors"
	"net"
	"os"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/run/supervisor"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/config"
	"stead/runs"
)

// superviseCommand returns the verb of the process that supervises a run. `stead run` starts it with its own flags and
// stays with it over the connection that is its descriptor 3.
func superviseCommand(p *setup.Process) *cobra.Command {
	c := command(p, func(ctx context.Context, o flags.Run, settings config.Flags) error {
		return Supervise(ctx, p, o, settings)
	})
	c.Use, c.Hidden, c.Short = superviseVerb, true, "Supervise a run (started by stead run)"
	return c
}

// superviseVerb is the verb of the process that supervises a run.
const superviseVerb = "supervise"

// starterDescriptor is the descriptor of the connection to the process that started the supervisor: the first of
// exec.Cmd's ExtraFiles.
const starterDescriptor = 3

// Supervise carries out a run in a process of its own, for the command that started it and for later clients. Settings
// are those of the command line, by key.
func Supervise(ctx context.Context, p *setup.Process, o flags.Run, settings config.Flags) error {
	starter, err := inherited(starterDescriptor)
	if err != nil {
		return failure.Usage(errors.New("supervise is started by stead run"))
	}
	terminal := supervisor.NewTerminal(o.Detach)
	defer terminal.Free()
	m := supervisor.New(terminal)
	defer m.Close()
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	terminal.Needs(ctx, m.Serve(starter), end)
	run, err := supervised(ctx, p, m, terminal, o, settings)
	terminal.Close()
	m.Ended(run, err)
	return err
}

// supervised carries out the run.
func supervised(
	ctx context.Context, p *setup.Process, m *supervisor.Supervisor, t *supervisor.Terminal, o flags.Run,
	settings config.Flags,
) (runs.Run, error) {
	s, err := p.Load(settings)
	if err != nil {
		return runs.Run{}, err
	}
	o.Asks = !o.Detach // the starter gets the error, and asks
	t.Pauses = s.Config.Pause
	r, err := o.Resolve(ctx, p, s)
	if err != nil {
		return runs.Run{}, err
	}
	r = o.Following(s, r)
	m.Begin(s, &r, s.Notifications.Ding(t.Bells(), m.Note))
	if !r.Headless {
		r.Terminal = t
	}
	term.OutlivePipes()
	return s.Orchestrator().Run(ctx, r, m)
}

// inherited returns a connection that this process was started with.
func inherited(descriptor uintptr) (*net.UnixConn, error) {
	file := os.NewFile(descriptor, "starter")
	if file == nil {
		return nil, os.ErrInvalid
	}
	defer file.Close()
	conn, err := net.FileConn(file)
	if err != nil {
		return nil, err
	}
	unix, ok := conn.(*net.UnixConn)
	if !ok {
		return nil, os.ErrInvalid
	}
	return unix, nil
}
