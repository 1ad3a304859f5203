package session

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"stead/catalog"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/machines"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/inject/policy"
	"stead/internal/render/transcript"
	"stead/internal/render/transcript/terminal"
	"stead/internal/term/plain"
	"stead/timeline"
	"stead/writers"
)

type showOptions struct {
	from, at, turns      string
	full, tools, numbers bool
	asJSON, raw, noPage  bool
}

func showCommand(p *setup.Process) *cobra.Command {
	var o showOptions
	c := &cobra.Command{
		Use: "show REFERENCE", Aliases: []string{"cat"}, Short: "Show a session", Args: flags.OneReference,
		Long: "Show a session: the speakers, their texts with Markdown drawn, edits as diffs, and a line for each tool call.\n\n" +
			"A turn is a prompt with all that came of it; its number stands beside the prompt. On a terminal a pager shows the\n" +
			"session: $PAGER, else less. NO_COLOR leaves colours out.",
		Example: "  stead show claude:latest\n" +
			"  stead show claude:5f2a --turn -2 --tools  the last two turns, with results\n" +
			"  stead show ./session.jsonl --full | less\n" +
			"  stead show run:ab12#1                     the first part of a run\n" +
			"  stead show desk/claude:latest             on your machine desk\n" +
			"  stead show codex:. --raw --turn 3         Codex's own records of a turn\n" +
			"  stead show codex:. --json | jq -r 'select(.type == \"user\").content'",
		RunE:              func(c *cobra.Command, args []string) error { return show(c.Context(), p, args[0], o) },
		ValidArgsFunction: flags.CompleteReference(p),
	}
	set := c.Flags()
	set.StringVar(&o.from, "from", "", "the `CLI` that the session or its format belongs to")
	set.StringVar(&o.turns, "turn", "", "only these `TURNS`: N, N-M, N- (from N on), -N (the last N)")
	set.StringVar(&o.at, "at", "", "begin with the `ENTRY` of this id, or of an id that begins so")
	set.BoolVarP(&o.numbers, "numbers", "n", false, "show the number of each entry, by which stead session edit names it")
	set.BoolVar(&o.tools, "tools", false, "show the beginning of what each tool returned")
	set.BoolVar(&o.full, "full", false, "shorten nothing; show thinking, abandoned branches and sub-agents too")
	set.BoolVar(&o.raw, "raw", false, "print the CLI's own records as they are, hidden ones included")
	set.BoolVar(&o.noPage, "no-pager", false, "write to the terminal directly")
	flags.JSON(c, &o.asJSON, "print every entry, hidden ones included, as a line of JSON")
	flags.Exclude(c, "json", "raw")
	flags.Exclude(c, "at", "turn")
	_ = c.RegisterFlagCompletionFunc("from", flags.CompleteReaders)
	machines.ByReference(c)
	machines.Looks(c, "json", "tools", "turn", "at", "raw", "numbers", "full", "no-pager")
	return c
}

// noteDoubt says why a stored session is treated like one from outside.
func noteDoubt(t *term.Terminal, source catalog.Source) {
	if source.Doubt != "" {
		t.Err.Note("the session counts as one from outside: %s", source.Doubt)
	}
}

// shown finds the session to show. A request from another machine may name only stored sessions, not files.
func shown(ctx context.Context, p *setup.Process, s *setup.Setup, reference, from string) (catalog.Source, error) {
	if p.IsErrand() {
		return s.Catalog.ResolveStored(ctx, reference)
	}
	return s.Catalog.ResolveAs(ctx, reference, from)
}

func show(ctx context.Context, p *setup.Process, reference string, o showOptions) error {
	part, err := o.part()
	if err != nil {
		return failure.Usage(err)
	}
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	source, err := shown(ctx, p, s, reference, o.from)
	if err != nil {
		return err
	}
	stream, err := openNoted(ctx, p.Term, source)
	if err != nil {
		return err
	}
	stream, isMasked, err := machines.Masked(ctx, p, s, stream)
	if err != nil {
		return err
	}
	if isMasked && o.raw {
		return &failure.Error{Code: failure.Failed,
			Text: "its records hold secrets: they are shown on their own machine only",
			Tip:  "--json prints its entries, with the secrets masked"}
	}
	noteParts(p.Term, s.Runs, source)
	var outside policy.Conversation
	if source.IsForeign && !o.asJSON && !o.raw {
		noteDoubt(p.Term, source)
		stream, outside = policy.Watched(stream)
	}
	before := transcript.Before{}
	if stream, err = part.Of(ctx, stream, &before); err != nil {
		return err
	}
	err = o.write(p.Term, source.Reference(), stream, part, &before)
	if errors.Is(err, transcript.ErrPart) {
		return failure.Usage(err)
	}
	if left := outside.LeftOut(); len(left) > 0 {
		p.Term.Err.Note(
			"the session comes from outside: a CLI that continues it gets the conversation and none of these, which --raw shows: %s", writers.Names(left))
	}
	return err
}

// write writes the part of a session in the requested form. Before is what precedes the part.
func (o showOptions) write(t *term.Terminal, name string, stream timeline.Stream, part transcript.Part,
	before *transcript.Before) error {
	view := terminal.Options{
		Width: t.Out.Width(), Color: t.Out.Colored(), Markdown: term.IsTerminal(t.Out), Tools: o.tools, Full: o.full,
		Numbers: o.numbers, Zone: time.Local,
	}
	if !part.IsAll() {
		view.Before = func() transcript.Before { return *before }
	}
	write := func(w io.Writer) error { return terminal.Write(w, name, stream, view) }
	switch {
	case o.asJSON:
		return printEntries(t.Out, stream)
	case o.raw:
		return printRecords(t, name, stream)
	case o.noPage:
		return write(t.Out)
	}
	return t.Page(write)
}

// part returns the requested part of the session.
func (o showOptions) part() (transcript.Part, error) {
	if o.turns != "" {
		return transcript.ParseTurns(o.turns)
	}
	return transcript.Part{At: o.at}, nil
}

func printEntries(w io.Writer, s timeline.Stream) error {
	buffered := bufio.NewWriterSize(w, 64<<10)
	var line []byte
	for e, err := range s.Entries {
		if err != nil {
			return errors.Join(err, buffered.Flush())
		}
		line = append(e.AppendJSON(line[:0]), '\n')
		if _, err := buffered.Write(plain.JSON(line)); err != nil {
			return err
		}
	}
	return buffered.Flush()
}

// errNoRecords says that a session has no records that a CLI wrote.
var errNoRecords = errors.New("it holds no records of a CLI: --json prints its entries")

// printRecords prints the records from which the session was read. On a terminal it removes control sequences.
func printRecords(t *term.Terminal, name string, s timeline.Stream) error {
	return t.Out.Print(plain.NewJSONWriter, func(w io.Writer) error {
		buffered, found := bufio.NewWriterSize(w, 64<<10), false
		for e, err := range s.Entries {
			if err != nil {
				return errors.Join(err, buffered.Flush())
			}
			if e.Native == nil || e.Native.Raw == nil {
				continue
			}
			found = true
			_, _ = buffered.Write(e.Native.Raw)
			if err := buffered.WriteByte('\n'); err != nil {
				return err
			}
		}
		if !found {
			return fmt.Errorf("show the records of %s: %w", name, errNoRecords)
		}
		return buffered.Flush()
	})
}
