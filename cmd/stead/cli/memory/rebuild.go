package memory

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path/filepath"

	"github.com/spf13/cobra"

	"stead/catalog/memory/database"
	"stead/catalog/memory/extract"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/internal/sys/regular"
	"stead/readers"
	"stead/readers/cusf"
)

type rebuildOptions struct {
	from   string
	asJSON bool
}

func rebuildCommand(p *setup.Process) *cobra.Command {
	var o rebuildOptions
	c := &cobra.Command{
		Use: "rebuild", Short: "Rebuild the memory's databases from its files",
		Long: "Rebuild sessions.db and org.db from unified_messages.jsonl and unified_events.jsonl. The new ones replace the old ones when they are\n" +
			"complete; an interruption leaves the old ones. The old org.db stays as org.db.previous.\n\n" +
			"With --from, rebuild first adds a folder of CUSF exports to the files. It reports a faulty export and adds the others.",
		Example: "  stead session rebuild\n  stead session rebuild --from ~/exports    a memory made of CUSF exports",
		Args:    flags.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return rebuild(c.Context(), p, o) },
	}
	c.Flags().StringVar(&o.from, "from", "", "add the CUSF exports in a `FOLDER` first")
	_ = c.MarkFlagDirname("from")
	flags.JSON(c, &o.asJSON, "print a JSON report")
	return c
}

// rebuilt is the output of `rebuild --json`.
type rebuilt struct {
	Messages int `json:"messages"`
	Events   int `json:"events"`
	Bad      int `json:"bad_lines"`
}

func rebuild(ctx context.Context, p *setup.Process, o rebuildOptions) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	work, err := furtherWork(s, extractOptions{})
	if err != nil {
		return err
	}
	var unread error // the error of some files; the others were extracted
	if o.from != "" {
		if unread = extractFolder(ctx, p, s, p.Path(o.from)); unread != nil && !isOfFiles(ctx, unread) {
			return unread
		}
	}
	release, err := extract.Lock(s.Config.MemoryFolder())
	if err != nil {
		return err
	}
	defer release()
	bar := p.Term.Err.NewProgress("rebuild")
	report, err := database.Rebuild(ctx, databaseOptions(s), bar.Set,
		func(ctx context.Context, d *database.Database) error {
			bar.Close()
			return all(ctx, p, d, work)
		})
	bar.Close()
	if err != nil {
		return err
	}
	warnOfBad(p, report)
	if o.asJSON {
		return errors.Join(unread,
			p.Term.Out.JSON(rebuilt{Messages: report.Messages, Events: report.Events, Bad: report.Bad}))
	}
	p.Term.Err.Note("the databases in %s are new: %d messages, %d events", s.Config.MemoryFolder(), report.Messages,
		report.Events)
	return unread
}

// isOfFiles reports whether an extraction's error concerns the given files and not the memory.
func isOfFiles(ctx context.Context, err error) bool {
	var file *extract.FileError
	var full *extract.FullError
	return ctx.Err() == nil && errors.As(err, &file) && !errors.As(err, &full)
}

// extractFolder adds the contents of the CUSF exports below a folder.
func extractFolder(ctx context.Context, p *setup.Process, s *setup.Setup, folder string) error {
	paths, err := exportsBelow(ctx, folder)
	if err != nil {
		return err
	}
	if len(paths) == 0 {
		return &failure.Error{Code: failure.NotFound, Text: "there is no CUSF export in " + folder,
			Tip: "`stead session export --to cusf` writes them"}
	}
	options, err := extractionOptions(ctx, s, extractOptions{})
	if err != nil {
		return err
	}
	options.Files = paths
	bar := p.Term.Err.NewProgress("extract")
	defer bar.Close()
	options.Progress = bar.Set
	report, err := extract.Run(ctx, options)
	p.Term.Err.Warn(report.Warnings)
	return err
}

// headSize is the number of bytes from which a file's format is detected.
const headSize = 64 << 10

// exportsBelow returns the CUSF exports below a folder. It detects them by their content.
func exportsBelow(ctx context.Context, folder string) (paths []string, err error) {
	var reader readers.Reader = cusf.Reader{}
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		file, err := regular.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		head, err := io.ReadAll(io.LimitReader(file, headSize))
		if err == nil && reader.Detect(head) {
			paths = append(paths, path)
		}
		return err
	})
	var missing *fs.PathError
	if errors.As(err, &missing) {
		return nil, &failure.Error{Code: failure.NotFound, Text: "read " + folder + ": " + missing.Err.Error(),
			Tip: "name a folder with CUSF exports"}
	}
	return paths, err
}
