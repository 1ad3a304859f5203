package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/catalog"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/report"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/config"
	"stead/forks"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/orchestrator/exchange"
	"stead/writers"
)

type importOptions struct {
	from, to, output, cwd, model string
	force, asJSON, trusted       bool
}

// imported describes a created session, in the form of import --json.
type imported struct {
	From    string `json:"from"`
	Session string `json:"session"`
	Path    string `json:"path"`
	writers.Report
}

func importCommand(p *setup.Process) *cobra.Command {
	var o importOptions
	c := &cobra.Command{
		Use: "import FILE... [--to CLI]", Short: "Import session files, into a CLI or as universal sessions",
		Args: flags.AtLeast(1),
		Long: "Import session files of any format that stead knows. With --to CLI, each becomes a new session of that CLI, which\n" +
			"lists and resumes it like its own. Without --to, each becomes a file in the universal format in the current folder.\n" +
			"import prints what it made.",
		Example: "  stead session import export.jsonl                     as a universal session\n" +
			"  stead session import all/*.jsonl --to claude        as sessions of Claude Code\n" +
			"  stead session import export.jsonl --to codex --cwd .  in this folder",
		RunE: func(c *cobra.Command, args []string) error {
			return importFiles(c.Context(), p, args, o, flags.RedactGiven(c))
		},
	}
	set := c.Flags()
	set.StringVar(&o.from, "from", "", "the `FORMAT` of the files, if their content does not show it")
	set.StringVar(&o.to, "to", universalFormat, "universal, or the `CLI` that gets the sessions")
	set.StringVarP(&o.output, "output", "o", "",
		"universal: write to this `FOLDER` (default: the current one) or new file; - is standard output")
	set.StringVar(&o.cwd, "cwd", "",
		"--to CLI: the `FOLDER` of the new session (default: the current one; with --trust its own)")
	set.StringVar(&o.model, "model", "", "--to CLI: the `MODEL` of the new session, if the format names one")
	set.BoolVar(&o.force, "force", false, "universal: overwrite an existing file")
	flags.Trust(c, &o.trusted)
	flags.Redact(c)
	flags.JSON(c, &o.asJSON, "print a JSON array of what was made")
	_ = c.RegisterFlagCompletionFunc("from", flags.CompleteReaders)
	_ = c.RegisterFlagCompletionFunc("to", flags.CompleteWriters)
	return c
}

func importFiles(ctx context.Context, p *setup.Process, paths []string, o importOptions, given config.Flags) error {
	if err := o.check(paths); err != nil {
		return err
	}
	s, err := p.Load(given)
	if err != nil {
		return err
	}
	made, names := []imported{}, []string{}
	var failed error
	for _, path := range paths {
		one, err := importFile(ctx, p, s, path, o)
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("import %s: %w", path, err))
			continue
		}
		one.Report = report.WithLists(one.Report)
		made, names = append(made, one), append(names, one.Session)
	}
	return errors.Join(failed, printMade(p.Term, made, names, o.output == "-", o.asJSON))
}

// check rejects contradictory options before anything is read.
func (o importOptions) check(paths []string) error {
	toFile := o.to == universalFormat
	switch {
	case !toFile && adapters.Named(o.to).Driver == nil:
		return failure.Usagef("--to %s: there is no such CLI: use universal, %s", o.to,
			strings.Join(adapter.Names(adapters.Drivers()), ", "))
	case !toFile && (o.output != "" || o.force):
		return failure.Usagef("--output and --force are for --to universal: %s keeps its sessions itself", o.to)
	case toFile && (o.cwd != "" || o.model != ""):
		return failure.Usage(errors.New("--cwd and --model are for --to with the name of a CLI"))
	case len(paths) > 1 && o.output != "" && !isFolder(o.output):
		return failure.Usagef(
			"several sessions need a folder, and -o %s is not one: end the name with a slash to create it", o.output)
	}
	return nil
}

func importFile(ctx context.Context, p *setup.Process, s *setup.Setup, path string, o importOptions) (imported, error) {
	source, err := s.Catalog.ResolveAs(ctx, path, o.from)
	if err != nil {
		return imported{}, err
	}
	if source.Summary.ID != "" {
		return imported{}, failure.Usagef("%s is already a session: `stead run` continues it in another CLI",
			source.Reference())
	}
	if o.to == universalFormat {
		return importUniversal(ctx, p.Term, s, source, o)
	}
	stream, err := source.Open(ctx)
	if err != nil {
		return imported{}, err
	}
	var outside policy.Conversation
	if source.IsForeign && !o.trusted {
		noteDoubt(p.Term, source)
		outside = policy.ConversationOf(stream)
		stream = outside.Stream
		o.cwd = cmp.Or(o.cwd, p.Folder())
	}
	receipt, err := intoCLI(p, s, o).Deliver(ctx, stream)
	if err != nil {
		return imported{}, err
	}
	receipt.LeftOut = append(receipt.LeftOut, outside.LeftOut()...)
	p.Term.Err.Messages(report.Delivery(receipt.Report))
	if exchange.IsGone(receipt.Dir) {
		p.Term.Err.Note("the session continues in %s, which does not exist", receipt.Dir)
	}
	return imported{From: source.Reference(), Session: o.to + ":" + receipt.ID, Path: receipt.Path,
		Report: receipt.Report}, nil
}

func importUniversal(ctx context.Context, t *term.Terminal, s *setup.Setup, source catalog.Source,
	o importOptions) (imported, error) {
	universal, _ := exchange.Named(universalFormat) // universal is one of the formats
	file, err := exportOne(ctx, t, source, universal, flags.Exchange(s), exportOptions{output: o.output, force: o.force})
	return imported{From: source.Reference(), Session: universalFormat + ":" + file.Path, Path: file.Path,
		Report: file.Report}, err
}

// intoCLI returns the import into the named CLI.
func intoCLI(p *setup.Process, s *setup.Setup, o importOptions) exchange.Import {
	if o.cwd != "" {
		o.cwd = p.Path(o.cwd)
	}
	cli := adapters.Named(o.to)
	return exchange.Import{
		Reader: cli.Reader, Writer: cli.Writer, Driver: cli.Driver,
		Host: s.Host, Find: s.Find, Dir: o.cwd, Model: o.model, Vendor: adapters.VendorOf, NewID: uuid.NewString,
		Redaction: redaction.Policy(s.Config.Redact).Unasked(), Secrets: s.Secrets(),
		Lineage: forks.OpenLog(s.Config.Folders.Data),
	}
}
