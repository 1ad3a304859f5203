package session

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"stead/adapters"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/internal/term/plain"
	"stead/orchestrator/exchange"
	"stead/readers"
)

// errInvalid says that a file violates its standard. The violations have already been printed.
var errInvalid = errors.New("not valid")

type validateOptions struct {
	from          string
	grade, asJSON bool
}

// validated is the --json form of a validated file.
type validated struct {
	Path  string `json:"path"`
	Valid bool   `json:"valid"`
	exchange.Examination
}

func validateCommand(p *setup.Process) *cobra.Command {
	var o validateOptions
	c := &cobra.Command{
		Use: "validate FILE...", Short: "Validate session files against their format", Args: flags.AtLeast(1),
		Long: "Validate session files against their format: CUSF (CODITECT-STD-010), or the universal format in either encoding. This\n" +
			"checks each line and how the lines fit together. For CUSF it also tests whether the session can be rebuilt from the\n" +
			"file. The exit code is 0 only when all files are valid.",
		Example: "  stead session validate --grade export.jsonl\n" +
			"  stead session validate all/*.jsonl --json | jq '.[] | select(.valid | not)'",
		RunE: func(c *cobra.Command, args []string) error { return validate(c.Context(), p, args, o) },
	}
	c.Flags().StringVar(&o.from, "from", "", "the `FORMAT` of the files, if their content does not show it")
	c.Flags().BoolVar(&o.grade, "grade", false, "grade the quality, and print how the grade was computed")
	flags.JSON(c, &o.asJSON, "print a JSON array")
	_ = c.RegisterFlagCompletionFunc("from", flags.CompleteReaders)
	return c
}

func schemaCommand(p *setup.Process) *cobra.Command {
	format := ""
	c := &cobra.Command{
		Use: "schema", Short: "Print the JSON Schema of a format", Args: flags.NoArgs,
		Example: "  stead session schema >universal.schema.json\n  stead session schema --format cusf",
		RunE:    func(*cobra.Command, []string) error { return printSchema(p.Term, format) },
	}
	c.Flags().StringVar(&format, "format", "universal", "the `FORMAT`: universal, cusf")
	_ = c.RegisterFlagCompletionFunc("format", cobra.FixedCompletions([]string{"universal", "cusf"},
		cobra.ShellCompDirectiveNoFileComp))
	return c
}

func printSchema(t *term.Terminal, format string) error {
	for _, reader := range adapters.Readers() {
		if validator, ok := reader.(readers.Validator); ok && reader.Info().Name == format {
			_, err := t.Out.Write(validator.Schema())
			return err
		}
	}
	return failure.Usagef("--format %s: no schema for this format: use universal or cusf", format)
}

func validate(ctx context.Context, p *setup.Process, paths []string, o validateOptions) error {
	s, err := p.Load(nil)
	if err != nil {
		return err
	}
	results := []validated{}
	var failed error
	for _, path := range paths {
		source, err := s.Catalog.ResolveAs(ctx, path, o.from)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		examination, err := exchange.Validate(ctx, source, adapters.Named(source.Reader.Info().Name).Writer)
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		r := validated{Path: source.Reference(), Valid: examination.Valid(), Examination: examination}
		results = append(results, r)
		if !r.Valid {
			failed = errors.Join(failed, fmt.Errorf("%s is %w", r.Path, errInvalid))
		}
	}
	return errors.Join(failed, printValidated(p.Term, results, o))
}

func printValidated(t *term.Terminal, results []validated, o validateOptions) error {
	if o.asJSON {
		return t.Out.JSON(results)
	}
	var b strings.Builder
	for i, r := range results {
		if i > 0 {
			b.WriteByte('\n')
		}
		if len(results) > 1 {
			fmt.Fprintln(&b, r.Path)
		}
		describeExamination(&b, r.Examination)
		if o.grade && r.Grade.Letter != "" {
			describeGrade(&b, r.Grade)
		}
	}
	_, err := fmt.Fprint(t.Out, plain.Text(b.String()))
	return err
}

func describeExamination(b *strings.Builder, e exchange.Examination) {
	for _, part := range []struct {
		title  string
		failed int
	}{
		{"Schema validation", e.Broken(readers.Schema)}, {"Structural validation", e.Broken(readers.Structure)},
	} {
		fmt.Fprintf(b, "%s: %s\n", part.title, passed(part.failed == 0))
	}
	if e.Reconstructed != nil {
		fmt.Fprintf(b, "Reconstruction test: %s\n", passed(*e.Reconstructed))
	}
	for _, breach := range e.Breaches {
		kind := "error"
		if breach.Warning {
			kind = "warning"
		}
		where := "file"
		if breach.Line > 0 {
			where = fmt.Sprintf("line %d", breach.Line)
		}
		fmt.Fprintf(b, "  %-7s  %s, %s/%s: %s\n", kind, where, breach.Part, breach.Rule, breach.Text)
	}
	if e.Unlisted > 0 {
		fmt.Fprintf(b, "  and %d more errors\n", e.Unlisted)
	}
	if e.Difference != "" {
		fmt.Fprintf(b, "  error    reconstruction: %s\n", e.Difference)
	}
}

func describeGrade(b *strings.Builder, g readers.Grade) {
	fmt.Fprintf(b, "Grade: %s (%g%%)\n  %s\n", g.Letter, g.Score, g.Why)
	for _, share := range g.Shares {
		kind := ""
		if share.Key {
			kind = "  key"
		}
		fmt.Fprintf(b, "  %-34s %d of %d%s\n", share.Name, share.Have, share.Of, kind)
	}
}

func passed(ok bool) string {
	if ok {
		return "PASS"
	}
	return "FAIL"
}
