package live

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/config"
	"stead/inject"
	"stead/internal/term/plain"
	"stead/orchestrator/watch"
	"stead/readers"
	"stead/runs/notify"
)

type watchOptions struct {
	cli, project         string
	once, asJSON, silent bool
}

func watchCommand(p *setup.Process) *cobra.Command {
	var o watchOptions
	c := &cobra.Command{
		Use: "watch", Short: "Report when a session on this machine finishes or waits", Args: flags.NoArgs,
		Long: "Watch the sessions of all CLIs on this machine and stead's runs. watch prints a line whenever one begins, finishes,\n" +
			"waits or fails, and notifies you according to the settings `notify.*` (see `stead config --help`). It needs no run of\n" +
			"stead and changes nothing.",
		Example: "  stead watch\n" +
			"  stead watch --project . --once && say done    once something has happened here",
		RunE: func(c *cobra.Command, _ []string) error { return watchSessions(c.Context(), p, o) },
	}
	set := c.Flags()
	set.StringVar(&o.cli, "cli", "", "only the sessions of this `CLI`")
	set.StringVar(&o.project, "project", "", "only the sessions of this `FOLDER` and its subfolders")
	set.BoolVar(&o.once, "once", false, "exit when the first session finishes, waits or fails")
	set.BoolVar(&o.silent, "silent", false, "do not notify")
	flags.JSON(c, &o.asJSON, "print each event as a line of JSON")
	_ = c.RegisterFlagCompletionFunc("cli", flags.CompleteReaders)
	machines.ByFlag(c)
	return c
}

func watchSessions(ctx context.Context, p *setup.Process, o watchOptions) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	wanted, chosen, err := o.filter(p, s)
	if err != nil {
		return err
	}
	own, others := watchNotifiers(p.Term, s, o.silent)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	term.OutlivePipes()
	err = watch.Sessions(ctx, watch.Options{
		Catalog: s.Catalog, Readers: chosen, Signaller: signaller, Runs: s.Runs, Live: s.Live, Now: s.Host.Now,
		Failed: func(err error) { p.Term.Err.Note("%v", err) },
	}, func(e watch.Event) {
		if !wanted.Passes(e.Event) || ctx.Err() != nil {
			return
		}
		own.Notify(e.Event)
		if !e.Reported {
			others.Notify(e.Event)
		}
		if err := printEvent(p.Term, e.Event, o.asJSON); err != nil {
			stop(err)
		} else if o.once && e.Kind != notify.Started {
			stop(errSeen)
		}
	})
	if term.HasLeft(ctx) {
		return nil
	}
	if cause := context.Cause(ctx); err == nil && !errors.Is(cause, errSeen) {
		err = cause
	}
	return err
}

// errSeen ends a watch that waited for one event.
var errSeen = errors.New("it has happened")

// filter returns the filter for events, and the readers of the CLIs that may produce them.
func (o watchOptions) filter(p *setup.Process, s *setup.Setup) (notify.Filter, []readers.Reader, error) {
	wanted, chosen := notify.Filter{Kinds: notify.Kinds}, adapters.Readers()
	if o.cli != "" {
		r, err := s.Catalog.Reader(o.cli)
		if err != nil {
			return wanted, nil, err
		}
		wanted.CLIs, chosen = []string{o.cli}, []readers.Reader{r}
	}
	if o.project != "" {
		folder := p.Path(o.project)
		wanted.Projects = []string{filepath.Clean(folder), adapter.RealPath(folder)}
	}
	return wanted, chosen, nil
}

// watchNotifiers returns the notifier for this terminal, and the one for all other channels: those that a run of stead
// uses itself.
func watchNotifiers(t *term.Terminal, s *setup.Setup, silent bool) (own, others *notify.Notifier) {
	channels := func(of func(config.Notify) []notify.Channel) *notify.Notifier {
		if silent {
			of = func(config.Notify) []notify.Channel { return nil }
		}
		return s.Notifications.Notifier(of, func(err error) { t.Err.Note("%v", err) })
	}
	own = channels(func(n config.Notify) []notify.Channel { return s.Notifications.TerminalChannel(n, t.Bell()) })
	return own, channels(s.Notifications.RemoteChannels)
}

// signaller returns the driver that can interpret a CLI's records.
func signaller(cli string) inject.Signaller {
	s, _ := adapters.Named(cli).Driver.(inject.Signaller)
	return s
}

// leastEvent is the minimum width of an event's text, in cells, in a line that also contains the command.
const leastEvent = 30

// printEvent prints an event as a line: the time, the text, and the command that leads there.
func printEvent(t *term.Terminal, e notify.Event, asJSON bool) error {
	if asJSON {
		return t.Out.JSONLine(e)
	}
	text, command := e.At.Format("15:04:05")+"  "+e.Text(), "  "+plain.Line(e.Command)
	if width := t.Out.Width(); width > 0 {
		room := width - plain.Width(command)
		if room < leastEvent {
			room, command = width, ""
		}
		text = plain.Fit(text, room)
	}
	_, err := io.WriteString(t.Out, fmt.Sprintln(text+command))
	return err
}
