package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"stead/adapters/adapter"
	"stead/catalog"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/internal/sys/atomicfile"
	"stead/internal/term/plain"
	"stead/runs"
	"stead/ui/replay"
)

type replayOptions struct {
	terminal, all, asJSON, force bool
	export                       string
	castVersion                  int
	speed                        float64
	idle, from                   time.Duration
}

// playedIdle is the default limit for pauses when a recording is played, because people think for minutes.
const playedIdle = 2 * time.Second

func replayCommand(p *setup.Process) *cobra.Command {
	var o replayOptions
	c := &cobra.Command{
		Use: "replay RUN|REFERENCE", Short: "Step through a session", Args: flags.OneReference,
		Long: "Step through a session: what was said and done, what the model saw, and how much time and money it took. ? lists the\n" +
			"keys. Without a terminal, replay prints the steps. With --terminal it plays the recording of a run's terminal.",
		Example: "  stead replay claude:latest             step by step\n" +
			"  stead replay run:latest --terminal     the terminal of the newest run\n" +
			"  stead replay run:latest --export x.cast --idle 2s\n" +
			"  stead replay codex:. --json | jq '.spent.output'",
		RunE: func(c *cobra.Command, args []string) error {
			if o.terminal && !c.Flags().Changed("idle") {
				o.idle = playedIdle
			}
			return replaySession(c.Context(), p, args[0], o)
		},
		ValidArgsFunction: flags.CompleteReference(p),
	}
	set := c.Flags()
	set.BoolVar(&o.terminal, "terminal", false, "play the recording of the run's terminal")
	set.Float64Var(&o.speed, "speed", 1, "--terminal: play `TIMES` as fast")
	set.DurationVar(&o.from, "from", 0, "--terminal: start at this `TIME`, such as 90s or 1h5m")
	set.DurationVar(&o.idle, "idle", 0, "shorten pauses to `TIME` (--terminal: 2s unless given; 0 keeps all)")
	set.StringVar(&o.export, "export", "", "write the recording into a new `FILE` for asciinema; - is standard output")
	set.IntVar(&o.castVersion, "cast-version", 3, "--export: the `VERSION` of asciicast, 3 or 2")
	set.BoolVar(&o.force, "force", false, "--export: overwrite an existing file")
	set.BoolVarP(&o.all, "all", "a", false, "show hidden entries and abandoned branches too")
	flags.JSON(c, &o.asJSON, "print every step as a line of JSON")
	flags.Exclude(c, "terminal", "export", "json")
	machines.ByReference(c)
	return c
}

func replaySession(ctx context.Context, p *setup.Process, reference string, o replayOptions) error {
	if o.from > 0 && !o.terminal {
		return failure.Usage(errors.New("--from is a time in the recording of a terminal: it needs --terminal"))
	}
	if o.speed <= 0 || o.idle < 0 || o.from < 0 {
		return failure.Usage(errors.New("--speed must be more than 0, and --idle and --from must not be negative"))
	}
	if o.castVersion != 2 && o.castVersion != 3 {
		return failure.Usagef("--cast-version %d: must be 2 or 3", o.castVersion)
	}
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	if o.terminal || o.export != "" {
		return replayRecording(ctx, p, s, reference, o)
	}
	source, err := runOrSession(ctx, s, reference)
	if err != nil {
		return err
	}
	stream, err := source.Open(ctx)
	if err != nil {
		return err
	}
	session, err := replay.Open(ctx, source.Reference(), stream)
	if err != nil {
		return err
	}
	p.OnClose(func() { _ = session.Close() })
	return goThrough(ctx, p.Term, session, o)
}

// runOrSession resolves a reference: to a session as elsewhere, or otherwise to a run by its bare id.
func runOrSession(ctx context.Context, s *setup.Setup, reference string) (catalog.Source, error) {
	source, err := s.Catalog.ResolveAs(ctx, reference, "")
	if errors.Is(err, adapter.ErrNotFound) || errors.Is(err, catalog.ErrReference) {
		name, _ := runs.SplitPart(reference)
		if _, failed := s.Runs.Find(name); failed == nil {
			return s.Catalog.ResolveAs(ctx, "run:"+reference, "")
		}
	}
	return source, err
}

func goThrough(ctx context.Context, t *term.Terminal, session *replay.Session, o replayOptions) error {
	options := replay.Options{Color: t.Out.Colored(), Zone: time.Local, All: o.all}
	switch {
	case o.asJSON:
		return replay.PrintJSON(t.Out, session, options)
	case !t.IsInteractive():
		return replay.Print(t.Out, session, options, t.Out.Width())
	}
	return onConsole(t, func(console replay.Console) error {
		return replay.Browse(ctx, console, replay.NewViewer(session, options))
	})
}

// onConsole takes over the terminal while something is shown.
func onConsole(t *term.Terminal, show func(replay.Console) error) error {
	console, giveBack, err := replay.OpenConsole(t.In, t.Out.File)
	if err != nil {
		return err
	}
	return errors.Join(show(console), giveBack())
}

func replayRecording(ctx context.Context, p *setup.Process, s *setup.Setup, reference string, o replayOptions) error {
	if cli, _, found := strings.Cut(reference, ":"); found && cli != "run" {
		return failure.Usagef("%s is a session: only runs of stead have a recording of their terminal", reference)
	}
	name, part := runs.SplitPart(strings.TrimPrefix(reference, "run:"))
	if part != "" {
		return failure.Usagef("%s is a part of a run: its recording is that of the whole run, %s", reference, name)
	}
	run, err := s.Runs.Find(name)
	if err != nil {
		return err
	}
	if o.terminal && !p.Term.IsInteractive() {
		return failure.Usage(errors.New("--terminal needs a terminal to play on: --export writes the recording into a file"))
	}
	recording, err := replay.OpenRecording(s.Runs.Recording(run.ID))
	if err != nil {
		return fmt.Errorf("replay run %s: %w", run.ID, err)
	}
	p.OnClose(func() { _ = recording.Close() })
	if o.terminal {
		err = onConsole(p.Term, func(console replay.Console) error {
			return replay.Play(ctx, console, recording, replay.Playback{Speed: o.speed, Idle: o.idle, From: o.from})
		})
	} else {
		err = exportRecording(p.Term, recording, o)
	}
	if err == nil && recording.Damaged > 0 {
		p.Term.Err.Note("%d lines of the recording are damaged and left out", recording.Damaged)
	}
	return err
}

func exportRecording(t *term.Terminal, r *replay.Recording, o replayOptions) error {
	write := func(w io.Writer) error { return r.Export(w, o.castVersion, o.idle) }
	if o.export == "-" {
		return t.Out.Print(plain.NewJSONWriter, write)
	}
	return atomicfile.Write(o.export, o.force, write)
}
