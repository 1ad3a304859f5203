package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"stead/catalog"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/report"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/config"
	"stead/internal/sys/atomicfile"
	"stead/internal/term/plain"
	"stead/orchestrator/exchange"
	"stead/writers"
)

type exportOptions struct {
	format, llm, output     string
	all, reconstruct, force bool
	whole                   bool
	asJSON                  bool
}

// exported describes a created file, in the form of export --json.
type exported struct {
	Session string `json:"session"`
	Format  string `json:"format"`
	Path    string `json:"path"`
	writers.Report
}

func exportCommand(p *setup.Process) *cobra.Command {
	o := exportOptions{}
	c := &cobra.Command{
		Use: "export [REFERENCE...] --format FORMAT", Short: "Export sessions into files, for other programs and for people",
		Long: "Export sessions to files named as the format requires, and print the names. The default is the newest session of this folder.\n" +
			"Standard error reports what the format cannot hold.\n\nFormats:\n" + formatList(),
		Example: "  stead session export --format universal           the newest of this folder\n" +
			"  stead session export --llm claude --all -o all/   every one of Claude Code\n" +
			"  stead session export claude:latest --format html  a page for the browser\n" +
			"  stead session export codex:latest -o - | jq .type",
		RunE: func(c *cobra.Command, args []string) error {
			return export(c.Context(), p, args, o, flags.RedactGiven(c))
		},
		ValidArgsFunction: flags.CompleteReferences(p),
	}
	set := c.Flags()
	set.StringVar(&o.format, "format", exchange.Formats()[0].Name, "the `FORMAT`: "+strings.Join(formatNames(), ", "))
	set.StringVar(&o.llm, "llm", "", "the `CLI` that the session belongs to")
	set.StringVar(&o.llm, "from", "", "the same as --llm (the name in other commands)")
	set.BoolVar(&o.all, "all", false, "every session, or every one of --llm")
	set.BoolVar(&o.reconstruct, "reconstruct", false, "add what is needed to rebuild the exact session")
	set.BoolVar(&o.whole, "whole", false, "md, html: do not shorten long tool outputs")
	set.StringVarP(&o.output, "output", "o", "",
		"write to this `FOLDER` (default: the current one) or new file; - is standard output")
	set.BoolVar(&o.force, "force", false, "overwrite an existing file")
	flags.Redact(c)
	flags.JSON(c, &o.asJSON, "print a JSON array of what was made")
	flags.Exclude(c, "from", "llm")
	_ = c.RegisterFlagCompletionFunc("from", flags.CompleteReaders)
	_ = c.RegisterFlagCompletionFunc("llm", flags.CompleteReaders)
	_ = c.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(formatNames(), cobra.ShellCompDirectiveNoFileComp))
	return c
}

func formatNames() []string {
	var names []string
	for _, f := range exchange.Formats() {
		names = append(names, f.Name)
	}
	return names
}

func formatList() string {
	var list strings.Builder
	for _, f := range exchange.Formats() {
		fmt.Fprintf(&list, "  %-11s %s\n", f.Name, f.Title)
	}
	return strings.TrimSuffix(list.String(), "\n")
}

func export(ctx context.Context, p *setup.Process, references []string, o exportOptions, given config.Flags) error {
	format, err := o.check(references)
	if err != nil {
		return err
	}
	s, err := p.Load(given)
	if err != nil {
		return err
	}
	sources, failed := exportSources(ctx, p.Term, s.Catalog, references, o)
	made, names := []exported{}, []string{}
	for _, source := range sources {
		options := flags.Exchange(s)
		options.Whole, options.Reconstruct = o.whole, o.reconstruct
		if len(sources) > 1 {
			p.Term.Err.Message("%s", source.Reference()) // the following messages refer to this session
		}
		file, err := exportOne(ctx, p.Term, source, format, options, o)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("export %s: %w", source.Reference(), err))
			continue
		}
		file.Report = report.WithLists(file.Report)
		made, names = append(made, file), append(names, file.Path)
	}
	return errors.Join(failed, printMade(p.Term, made, names, o.output == "-", o.asJSON))
}

// exportSources finds the sessions. Those that are not found do not prevent the export of the others.
func exportSources(ctx context.Context, t *term.Terminal, c *catalog.Catalog, references []string,
	o exportOptions) (sources []catalog.Source, failed error) {
	if o.all {
		l, err := c.List(ctx, catalog.Query{CLI: o.llm})
		if err != nil {
			return nil, err
		}
		t.Err.Warn(l.Warnings)
		for _, session := range l.Sessions {
			references = append(references, session.CLI+":"+session.ID)
		}
	} else if len(references) == 0 {
		references = []string{"."}
	}
	for _, reference := range references {
		source, err := c.ResolveAs(ctx, reference, o.llm)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		sources = append(sources, source)
	}
	return sources, failed
}

// check rejects contradictory options before anything is read.
func (o exportOptions) check(references []string) (exchange.Format, error) {
	format, ok := exchange.Named(o.format)
	switch {
	case !ok:
		return exchange.Format{}, failure.Usagef("--format %s: there is no such format: use %s", o.format,
			strings.Join(formatNames(), ", "))
	case o.all && len(references) > 0:
		return exchange.Format{}, failure.Usage(errors.New("--all exports every session: do not name any"))
	case (o.all || len(references) > 1) && o.output != "" && !isFolder(o.output):
		return exchange.Format{}, failure.Usagef(
			"several sessions need a folder, and -o %s is not one: end the name with a slash to create it", o.output)
	}
	return format, nil
}

// isFolder reports whether the path is an existing folder, or ends with a separator.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return path != "" && os.IsPathSeparator(path[len(path)-1]) || err == nil && info.IsDir()
}

// fitting returns the writer that makes a format safe for a terminal.
func fitting(f exchange.Format) func(io.Writer) *plain.Writer {
	if f.Name == "md" || f.Name == "html" {
		return plain.NewTextWriter
	}
	return plain.NewJSONWriter
}

func exportOne(ctx context.Context, t *term.Terminal, source catalog.Source, f exchange.Format, x exchange.Options,
	o exportOptions) (exported, error) {
	made := exported{Session: source.Reference(), Format: f.Name, Path: o.output}
	stream, err := openNoted(ctx, t, source)
	if err != nil {
		return made, err
	}
	write := func(w io.Writer) (err error) {
		made.Report, err = f.Encode(ctx, w, stream, x)
		return err
	}
	if o.output == "-" {
		err = t.Out.Print(fitting(f), write)
	} else {
		if o.output == "" || isFolder(o.output) {
			var name string
			if name, err = f.File(stream, x); err != nil {
				return made, err
			}
			made.Path = filepath.Join(o.output, name)
		}
		err = atomicfile.Write(made.Path, o.force, write)
	}
	if err == nil {
		t.Err.Messages(report.Delivery(made.Report))
	}
	return made, err
}
