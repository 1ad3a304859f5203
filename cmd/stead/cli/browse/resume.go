package browse

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"

	tea "charm.land/bubbletea/v2"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog/listing"
	"stead/inject"
	"stead/writers"
)

// Resume implements tui.Machine. A session in which a run of stead has worked continues in that run. Any other session
// continues in its CLI alone, as its user would resume it: nothing is copied.
func (m *machine) Resume(row listing.Row) tea.ExecCommand {
	if row.Origin.Run != "" {
		r, err := m.s.Runs.Find(row.Origin.Run)
		switch isLast := err == nil && r.To.CLI == row.CLI && r.To.ID == row.ID; {
		case isLast && r.Busy() && !r.Headless:
			return m.Verb("attach", r.ID)
		case isLast && !r.Busy():
			return m.Verb("run", "--resume", r.ID, "--interactive")
		}
	}
	return &child{tty: m.p.Term.In, prepare: func() (*exec.Cmd, func() error, error) {
		return m.own(context.Background(), row)
	}}
}

// own prepares the session's own CLI on it. The returned function must be called after the CLI's end.
func (m *machine) own(ctx context.Context, row listing.Row) (*exec.Cmd, func() error, error) {
	a := adapters.Named(row.CLI)
	if a.Driver == nil {
		return nil, nil, fmt.Errorf("%s is a format, not a CLI: c continues the session in one", row.CLI)
	}
	if pids := a.OpenedBy(m.s.Host, adapter.Location{Path: row.Path, ID: row.ID}); len(pids) > 0 {
		return nil, nil, fmt.Errorf("%s is open in %s (process %d): two CLIs at once would damage it", row.Reference,
			a.Driver.Info().Title, pids[0])
	}
	if info, err := os.Stat(row.Project); err != nil || !info.IsDir() {
		return nil, nil, fmt.Errorf("the folder of %s, %s, is gone: c continues the session in another one", row.Reference,
			m.p.Tilde(row.Project))
	}
	program, err := m.s.Find(ctx, a.Driver)
	if err != nil {
		return nil, nil, err
	}
	settings := m.s.Settings.Current().CLI[row.CLI]
	at := inject.Environment{
		Host: m.s.Host, Store: adapter.Store{CLI: row.CLI, Root: a.Driver.Home(m.s.Host)},
		Dir: adapter.RealPath(row.Project), Arguments: settings.Args,
	}
	session := writers.Receipt{CLI: row.CLI, ID: row.ID, Path: row.Path, Dir: at.Dir}
	after := func() error { return nil }
	if hook, ok := a.Driver.(inject.StartHook); ok {
		if err := hook.Before(at, session); err != nil {
			return nil, nil, err
		}
		after = func() error { return hook.After(at, session) }
	}
	start := a.Driver.Command(inject.Launch{Environment: at, Session: session, Configured: a.Driver.Configured(at),
		Recorded: row.Model})
	if err := start.Place(); err != nil {
		return nil, nil, errors.Join(err, after())
	}
	command := exec.Command(program.Path, start.Arguments...)
	command.Dir, command.Env = at.Dir, slices.Concat(m.s.Environ, start.Environment, settings.Env)
	return command, after, nil
}
