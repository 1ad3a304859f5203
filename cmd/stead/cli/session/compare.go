package session

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/forks/compare"
	"stead/internal/sys/atomicfile"
	"stead/ui/model"
)

type compareOptions struct {
	output                    string
	full, asJSON, page, force bool
}

// The number of bytes shown of a text, unless the user wants all.
const (
	shownText = 1000
	pageText  = 64 << 10
)

func compareCommand(p *setup.Process) *cobra.Command {
	var o compareOptions
	c := &cobra.Command{
		Use: "compare SESSION SESSION", Short: "Show two sessions side by side",
		Long: "Show what two sessions have in common, and then their turns side by side, with the calls, files and errors of each.\n" +
			"The sessions may belong to different CLIs; stead compares what was said and done. On a terminal a pager shows it:\n" +
			"$PAGER, else less.",
		Example: "  stead session compare claude:latest run:latest\n" +
			"  stead session compare claude:5f2a codex:01a1 --html -o both.html\n" +
			"  stead session compare run:latest claude:5f2a --json | jq .files",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 || args[0] == "-" && args[1] == "-" {
				return errors.New("compare: name two sessions, such as claude:latest and run:latest")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			return compareSessions(c.Context(), p, args[0], args[1], o)
		},
		ValidArgsFunction: func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
			return flags.CompleteReference(p)(c, args[:max(0, len(args)-1)], typed)
		},
	}
	set := c.Flags()
	set.BoolVar(&o.full, "full", false, "shorten nothing")
	set.BoolVar(&o.page, "html", false, "make a page for the browser")
	set.StringVarP(&o.output, "output", "o", "", "write to this new `FILE`")
	set.BoolVar(&o.force, "force", false, "overwrite an existing file")
	flags.JSON(c, &o.asJSON, "print all of it as JSON")
	flags.Exclude(c, "html", "json")
	flags.Exclude(c, "output", "json")
	return c
}

func compareSessions(ctx context.Context, p *setup.Process, left, right string, o compareOptions) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	one, err := s.Catalog.Resolve(ctx, left)
	if err != nil {
		return err
	}
	other, err := s.Catalog.Resolve(ctx, right)
	if err != nil {
		return err
	}
	c, err := model.CompareSources(ctx, one, other, o.most())
	if err != nil {
		return err
	}
	return showComparison(p, c, o)
}

// most returns the number of bytes kept of a text.
func (o compareOptions) most() int {
	switch {
	case o.full, o.asJSON:
		return 0
	case o.page:
		return pageText
	}
	return shownText
}

func showComparison(p *setup.Process, c compare.Comparison, o compareOptions) error {
	write := func(w io.Writer) error {
		return compare.WriteTerminal(w, c, compare.TerminalOptions{Width: p.Term.Out.Width(),
			Color: p.Term.Out.Colored() && o.output == "", Full: o.full})
	}
	switch {
	case o.asJSON:
		return p.Term.Out.JSON(c)
	case o.page:
		write = func(w io.Writer) error { return compare.WritePage(w, c) }
	}
	switch {
	case o.output == "" && !o.page:
		return p.Term.Page(write)
	case o.output == "" || o.output == "-":
		return write(p.Term.Out)
	}
	if err := atomicfile.Write(p.Path(o.output), o.force, write); err != nil {
		return err
	}
	_, err := fmt.Fprintln(p.Term.Out, o.output)
	return err
}
