package session

import (
	"bufio"
	"context"
	"time"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/internal/plain"
	"stead/internal/transcript/terminal"
	"stead/timeline"
)

type showOptions struct {
	from         string
	full, asJSON bool
}

func showCommand(p *setup.Process) *cobra.Command {
	var o showOptions
	c := &cobra.Command{
		Use: "show REFERENCE", Aliases: []string{"cat"}, Short: "Show a session", Args: flags.OneReference,
		Long: "Show a session: the speakers, their texts, the tools used and the beginning of each result.",
		Example: "  stead show claude:latest\n" +
			"  stead show ./session.jsonl --full | less\n" +
			"  stead show codex:. --json | jq -r 'select(.type == \"user\").content'",
		RunE:              func(c *cobra.Command, args []string) error { return show(c.Context(), p, args[0], o) },
		ValidArgsFunction: flags.CompleteReference(p),
	}
	c.Flags().StringVar(&o.from, "from", "", "the `CLI` that the session or its format belongs to")
	c.Flags().BoolVar(&o.full, "full", false, "shorten nothing; show thinking, abandoned branches and sub-agents too")
	flags.JSON(c, &o.asJSON, "print every entry, hidden ones included, as a line of JSON")
	_ = c.RegisterFlagCompletionFunc("from", flags.CompleteReaders)
	return c
}

func show(ctx context.Context, p *setup.Process, reference string, o showOptions) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	source, err := s.Catalog.ResolveAs(ctx, reference, o.from)
	if err != nil {
		return err
	}
	stream, err := source.Open(ctx)
	if err != nil {
		return err
	}
	if o.asJSON {
		return printEntries(p.Term, stream)
	}
	return terminal.Write(p.Term.Out, source.Reference(), stream, terminal.Options{
		Width: p.Term.Width(), Color: p.Term.Colored(), Full: o.full, Zone: time.Local,
	})
}

func printEntries(t *term.Terminal, s timeline.Stream) error {
	buffered := bufio.NewWriterSize(t.Out, 64<<10)
	var line []byte
	for e, err := range s.Entries {
		if err != nil {
			return err
		}
		line = append(e.AppendJSON(line[:0]), '\n')
		if _, err := buffered.Write(plain.JSON(line)); err != nil {
			return err
		}
	}
	return buffered.Flush()
}
