package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"stead/adapters"
	"stead/catalog"
	"stead/inject"
	"stead/orchestrator/exchange"
	"stead/writers"
)

type importOptions struct {
	from, to, output, cwd, model string
	force, asJSON                bool
}

// imported is a session that was made, as import --json prints it.
type imported struct {
	From    string `json:"from"`
	Session string `json:"session"`
	Path    string `json:"path"`
	writers.Report
}

func (a *app) importCommand() *cobra.Command {
	var o importOptions
	c := &cobra.Command{
		Use: "import FILE... [--to CLI]", Short: "Import session files, into a CLI or as universal sessions", Args: cobra.MinimumNArgs(1),
		Long: "Import session files of any format that stead knows. With --to a CLI each becomes a new session of that CLI, which lists and resumes\n" +
			"it like its own; without, a session in the universal format, in a file of the current folder. What was made is printed.",
		Example: "  stead session import export.jsonl                     as a universal session\n" +
			"  stead session import all/*.jsonl --to claude        as sessions of Claude Code\n" +
			"  stead session import export.jsonl --to codex --cwd .  in this folder",
		RunE: func(c *cobra.Command, args []string) error {
			return a.importFiles(c.Context(), args, o, redactGiven(c))
		},
	}
	flags := c.Flags()
	flags.StringVar(&o.from, "from", "", "the `FORMAT` of the files, where the content does not say")
	flags.StringVar(&o.to, "to", universalFormat, "universal, or the `CLI` that gets the sessions")
	flags.StringVarP(&o.output, "output", "o", "", "universal: write into this `FOLDER` (default: the current one) or new file; - is standard output")
	flags.StringVar(&o.cwd, "cwd", "", "a CLI's name: the `FOLDER` in which the session goes on (default: the one that it was held in)")
	flags.StringVar(&o.model, "model", "", "a CLI's name: the CLI's `MODEL` for it, where its format names one")
	flags.BoolVar(&o.force, "force", false, "universal: overwrite an existing file")
	redactFlag(c)
	jsonFlag(c, &o.asJSON, "print a JSON array of what was made")
	_ = c.RegisterFlagCompletionFunc("from", a.completeReaders)
	_ = c.RegisterFlagCompletionFunc("to", a.completeWriters)
	return c
}

func (a *app) importFiles(ctx context.Context, paths []string, o importOptions, given map[string]string) error {
	if err := o.check(paths); err != nil {
		return err
	}
	s, err := a.setup(given)
	if err != nil {
		return err
	}
	made := []imported{}
	var failed error
	for _, path := range paths {
		one, err := a.importFile(ctx, s, path, o)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("import %s: %w", path, err))
			continue
		}
		made = append(made, one)
	}
	return errors.Join(failed, a.printImported(made, o))
}

// check refuses options that contradict each other, before anything is read.
func (o importOptions) check(paths []string) error {
	toFile := o.to == universalFormat
	switch {
	case !toFile && named(adapters.Drivers(), o.to) == nil:
		return usageError{fmt.Errorf("--to %s: there is no such CLI: use universal, %s", o.to, strings.Join(names(adapters.Drivers()), ", "))}
	case !toFile && (o.output != "" || o.force):
		return usageError{fmt.Errorf("--output and --force are for --to universal: %s keeps its sessions itself", o.to)}
	case toFile && (o.cwd != "" || o.model != ""):
		return usageError{errors.New("--cwd and --model are for --to with the name of a CLI")}
	case len(paths) > 1 && o.output != "" && !isFolder(o.output):
		return usageError{fmt.Errorf("several sessions need a folder, and -o %s is none: end its name with a slash to have it made", o.output)}
	}
	return nil
}

func (a *app) importFile(ctx context.Context, s *setup, path string, o importOptions) (imported, error) {
	source, err := s.catalog.ResolveAs(ctx, path, o.from)
	if err != nil {
		return imported{}, err
	}
	if source.Summary.ID != "" {
		return imported{}, usageError{fmt.Errorf("%s is a session already: `stead run` continues it in another CLI", source.Reference())}
	}
	if o.to == universalFormat {
		return a.importUniversal(ctx, s, source, o)
	}
	stream, err := source.Open(ctx)
	if err != nil {
		return imported{}, err
	}
	receipt, err := a.intoCLI(s, o).Deliver(ctx, stream)
	if err != nil {
		return imported{}, err
	}
	a.say(reportLines(receipt.Report))
	if exchange.IsGone(receipt.Dir) {
		a.note("the session goes on in %s, which is not there", receipt.Dir)
	}
	return imported{From: source.Reference(), Session: o.to + ":" + receipt.ID, Path: receipt.Path, Report: receipt.Report}, nil
}

func (a *app) importUniversal(ctx context.Context, s *setup, source catalog.Source, o importOptions) (imported, error) {
	formats := exchange.Formats()
	at := slices.IndexFunc(formats, func(f exchange.Format) bool { return f.Name == universalFormat })
	file, err := a.exportOne(ctx, source, formats[at], s.exchangeOptions(), exportOptions{output: o.output, force: o.force})
	return imported{From: source.Reference(), Session: universalFormat + ":" + file.Path, Path: file.Path, Report: file.Report}, err
}

// intoCLI is what brings sessions into the CLI that was named.
func (a *app) intoCLI(s *setup, o importOptions) exchange.Import {
	if o.cwd != "" {
		o.cwd = a.path(o.cwd)
	}
	target := adapters.Named(o.to)
	return exchange.Import{
		Reader: target.Reader, Writer: target.Writer, Driver: target.Driver,
		Host: s.host, Find: s.find, Dir: o.cwd, Model: o.model, Vendor: vendorOf, NewID: uuid.NewString,
		Redaction: inject.Redaction(s.config.Redact).Unasked(), Secrets: s.secrets(),
	}
}

// printImported prints what was made, unless the session itself went to standard output.
func (a *app) printImported(made []imported, o importOptions) error {
	switch {
	case o.output == "-":
		return nil
	case o.asJSON:
		for i := range made {
			made[i].Report = withLists(made[i].Report)
		}
		return a.printJSON(made)
	}
	for _, one := range made {
		if _, err := fmt.Fprintln(a.Stdout, one.Session); err != nil {
			return err
		}
	}
	return nil
}
