package memory

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"stead/adapters"
	"stead/catalog/memory/extract"
	"stead/catalog/memory/optional/postgres"
	"stead/catalog/origin"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/config"
	"stead/forks"
)

type extractOptions struct {
	llm                                            string
	dryRun, noIndex, withEmbeddings, watch, asJSON bool
	threshold                                      int
	to                                             string
}

func extractCommand(p *setup.Process) *cobra.Command {
	o := extractOptions{}
	c := &cobra.Command{
		Use: "extract [FILE...]", Short: "Keep what was said in all sessions, each text once, for good",
		Long: "Take what is new out of all sessions, the prompt histories and the exports that wait, and keep it in the memory's folder: each text once,\n" +
			"with its source. With FILE, extract takes that export or session instead. An interrupted extraction continues where it stopped.",
		Example: "  stead session extract                     what is new in all CLIs\n" +
			"  stead session extract --llm codex --dry-run\n" +
			"  stead session extract exported.txt        an export of Claude Code\n" +
			"  stead session extract --watch             continue, every 20 new messages",
		RunE: func(c *cobra.Command, args []string) error {
			return runExtract(c.Context(), p, flags.RedactGiven(c), o, args)
		},
	}
	set := c.Flags()
	set.StringVar(&o.llm, "llm", "", "only the sessions of this `CLI`")
	set.BoolVar(&o.dryRun, "dry-run", false, "change nothing and say what would be added")
	set.BoolVar(&o.noIndex, "no-index", false, "leave the databases as they are")
	set.BoolVar(&o.withEmbeddings, "with-embeddings", false,
		"have the endpoint of memory.embeddings make embeddings of what is new")
	set.BoolVar(&o.watch, "watch", false, "stay, and extract whenever there is enough that is new")
	set.IntVar(&o.threshold, "threshold", 20, "--watch: extract when there are `N` new messages")
	set.StringVar(&o.to, "to", "", "write the tables into PostgreSQL, too: a `URL`, postgres://...")
	set.String("redact", "",
		"--to: secrets on their way to a server: `MODE` mask (also for ask and always), off; a socket gets everything")
	flags.JSON(c, &o.asJSON, "print a JSON report")
	_ = c.RegisterFlagCompletionFunc("llm", flags.CompleteReaders)
	return c
}

func runExtract(ctx context.Context, p *setup.Process, given config.Flags, o extractOptions, paths []string) error {
	s, err := p.Load(given)
	if err != nil {
		return err
	}
	if err := o.check(s, paths); err != nil {
		return err
	}
	options, err := extractionOptions(ctx, s, o)
	if err != nil {
		return err
	}
	for _, path := range paths {
		options.Files = append(options.Files, p.Path(path))
	}
	if o.watch {
		return watch(ctx, p, s, options, o)
	}
	return extractOnce(ctx, p, s, options, o)
}

// check rejects impossible requests before anything is read.
func (o extractOptions) check(s *setup.Setup, paths []string) error {
	if o.llm != "" {
		if _, err := s.Catalog.Reader(o.llm); err != nil {
			return err
		}
	}
	switch {
	case o.watch && (o.dryRun || len(paths) > 0 || o.asJSON):
		return failure.Usage(errors.New(
			"--watch extracts from all sources until it is stopped: use it without files, --dry-run and --json"))
	case o.threshold < 1:
		return failure.Usagef("--threshold must be at least 1")
	case o.withEmbeddings && s.Config.Memory.Embeddings.URL == "":
		return &failure.Error{Code: failure.WrongUsage, Text: "--with-embeddings: no endpoint is set that makes embeddings",
			Tip: "stead config set memory.embeddings.url http://127.0.0.1:11434/v1, and memory.embeddings.model"}
	case o.noIndex && (o.withEmbeddings || o.to != ""):
		return failure.Usage(errors.New("--no-index leaves out the databases, which --with-embeddings and --to are for"))
	case o.to != "":
		return addressOf(postgres.CheckAddress(o.to))
	}
	return nil
}

// addressOf turns the error of a wrong address into an error of the command line.
func addressOf(err error) error {
	if wrong := (*postgres.AddressError)(nil); errors.As(err, &wrong) {
		return &failure.Error{Code: failure.WrongUsage, Text: "--to: " + wrong.Error(), Tip: wrong.Hint()}
	}
	return err
}

// extractionOptions returns the options that all extractions share.
func extractionOptions(ctx context.Context, s *setup.Setup, o extractOptions) (extract.Options, error) {
	folders := s.Config.Folders
	origins, err := origin.Read(ctx, origin.Options{Lineage: forks.OpenLog(folders.Data), Runs: s.Runs,
		Data: folders.Data, State: folders.State})
	if err != nil {
		return extract.Options{}, err
	}
	return extract.Options{
		Folder: s.Config.MemoryFolder(), Readers: adapters.ReadersWith(folders.Data), Host: s.Host, Origin: origins.Of,
		LLM: strings.ToLower(o.llm), DryRun: o.dryRun,
		Pending: s.Config.Memory.Exports, Archive: s.Config.Memory.Archive,
	}, nil
}

// extractOnce extracts, updates the databases, and reports.
func extractOnce(ctx context.Context, p *setup.Process, s *setup.Setup, options extract.Options,
	o extractOptions) error {
	bar := p.Term.Err.NewProgress("extract")
	options.Progress = bar.Set
	report, err := extract.Run(ctx, options)
	bar.Close()
	p.Term.Err.Warn(report.Warnings)
	if err == nil && !o.dryRun && !o.noIndex {
		err = afterExtraction(ctx, p, s, o)
	}
	if err != nil && len(report.Counts) == 0 {
		return err
	}
	return errors.Join(err, printReport(p.Term, report, o))
}

// printReport prints what was added, by CLI.
func printReport(t *term.Terminal, r extract.Report, o extractOptions) error {
	if o.asJSON {
		return t.Out.JSON(r)
	}
	var rows [][]string
	for _, llm := range slices.Sorted(maps.Keys(r.Counts)) {
		c := r.Counts[llm]
		rows = append(rows, []string{llm, fmt.Sprint(c.Sessions), fmt.Sprint(c.Unchanged), fmt.Sprint(c.Messages),
			fmt.Sprint(c.Duplicates), fmt.Sprint(c.Events)})
	}
	if len(rows) == 0 {
		t.Err.Note("there is nothing to extract")
		return nil
	}
	return t.Out.Table([]term.Column{{Title: "LLM"}, {Title: "READ"}, {Title: "UNCHANGED"}, {Title: "NEW"}, {Title: "KNOWN"},
		{Title: "EVENTS"}}, rows)
}
