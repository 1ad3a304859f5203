package cli

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"stead/adapters"
	"stead/inject"
	"stead/internal/blob"
	"stead/internal/plain"
	"stead/orchestrator/convert"
	"stead/timeline"
	"stead/writers"
	"stead/writers/universal"
)

type convertOptions struct {
	from, to, output         string
	force, asLines, isInline bool
	history, thinking        string
}

func (a *app) convertCommand() *cobra.Command {
	var o convertOptions
	c := &cobra.Command{
		Use: "convert REFERENCE --to FORMAT", Short: "Convert a session into another format", Args: oneReference,
		Long: "Convert a session into the universal format, or into that of a CLI, on standard output or in a new file.\n" +
			"What the format cannot hold is said on standard error. To continue a session, use `stead run`.",
		Example: "  stead session convert claude:latest --to universal -o session.json\n" +
			"  stead session convert session.jsonl --to universal --lines | jq .type\n" +
			"  stead session convert - --to codex <session.json >rollout.jsonl",
		RunE:              func(c *cobra.Command, args []string) error { return a.convert(c.Context(), args[0], o, redactGiven(c)) },
		ValidArgsFunction: a.completeArgument,
	}
	flags := c.Flags()
	flags.StringVar(&o.from, "from", "", "the `CLI` whose session or format it is, where the reference or content does not say")
	flags.StringVar(&o.to, "to", "", "the `FORMAT`: universal, or a CLI's name")
	flags.StringVarP(&o.output, "output", "o", "", "write a new `FILE` instead of standard output")
	flags.BoolVar(&o.force, "force", false, "overwrite an existing file")
	flags.BoolVar(&o.asLines, "lines", false, "universal: a header, then an entry a line, instead of one document")
	flags.BoolVar(&o.isInline, "inline", false, "universal: put attachments that are files into the document")
	flags.StringVar(&o.history, "history", "full", "how much to convert: `POLICY` full, last:N, budget:TOKENS, users, summary")
	flags.StringVar(&o.thinking, "thinking", "", "the model's thinking: `POLICY` strip, text, keep")
	redactFlag(c)
	_ = c.MarkFlagRequired("to")
	_ = c.RegisterFlagCompletionFunc("from", a.completeReaders)
	_ = c.RegisterFlagCompletionFunc("to", a.completeWriters)
	return c
}

func (a *app) convert(ctx context.Context, reference string, o convertOptions, given map[string]string) error {
	if err := o.check(); err != nil {
		return err
	}
	policies, err := o.policies()
	if err != nil {
		return err
	}
	s, err := a.setup(given)
	if err != nil {
		return err
	}
	policies.Redaction, policies.Detector = inject.Redaction(s.config.Redact), s.secrets() // a conversion asks nobody
	tuneForStreaming()
	source, err := s.catalog.ResolveAs(ctx, reference, o.from)
	if err != nil {
		return err
	}
	stream, err := source.Open(ctx)
	if err != nil {
		return err
	}
	c := convert.Conversion{
		Source: stream, Target: o.target(s.config.Folders.Data), Policies: policies,
		Options: writers.Options{Dir: o.dir(stream, a.dir()), Now: s.host.Now(), NewID: uuid.NewString},
	}
	return a.encode(ctx, c, source.Reference(), o)
}

// tuneForStreaming lets the garbage collector wait for longer, as little of what a conversion allocates lives on: it saves a sixth of
// the processor time. The limit keeps the process below 64 MB all the same, where the index of a session of a gigabyte grows.
func tuneForStreaming() {
	debug.SetGCPercent(200)
	debug.SetMemoryLimit(52 << 20)
}

// dir is the working folder of a session that names none: a CLI's format needs one.
func (o convertOptions) dir(s timeline.Stream, current string) string {
	if s.Header.Project.Path == "" {
		return current
	}
	return ""
}

func (a *app) encode(ctx context.Context, c convert.Conversion, name string, o convertOptions) error {
	var report writers.Report
	write := func(w io.Writer) (err error) {
		report, err = c.Encode(ctx, w)
		return err
	}
	err := o.writeTo(a, write)
	if err != nil {
		return fmt.Errorf("convert %s to %s: %w", name, o.to, err)
	}
	a.say(reportLines(report))
	return nil
}

func (o convertOptions) writeTo(a *app, write func(io.Writer) error) error {
	if o.output == "" || o.output == "-" {
		return a.printing(plain.NewJSONWriter, write)
	}
	return writeFile(o.output, o.force, write)
}

func (o convertOptions) policies() (inject.Policies, error) {
	history, err := inject.ParseHistory(o.history)
	if err != nil {
		return inject.Policies{}, err
	}
	thinking, err := inject.ParseThinking(o.thinking)
	return inject.Policies{History: history, Thinking: thinking, Vendor: vendorOf}, err
}

// vendorOf returns the vendor of a CLI, or the empty string for one that stead does not know.
func vendorOf(cli string) string {
	if r := named(adapters.Readers(), cli); r != nil {
		return r.Info().Vendor
	}
	return ""
}

// check refuses options that contradict each other, before anything is read.
func (o convertOptions) check() error {
	if named(adapters.Writers(), o.to) == nil {
		return usageError{fmt.Errorf("--to %s: there is no such format: use %s", o.to, strings.Join(names(adapters.Writers()), ", "))}
	}
	if (o.asLines || o.isInline) && o.to != universalFormat {
		return usageError{fmt.Errorf("--lines and --inline are for --to universal, not for --to %s", o.to)}
	}
	return nil
}

// universalFormat is the one format whose form can be chosen.
const universalFormat = "universal"

// target returns the writer of the wanted format, which exists.
func (o convertOptions) target(dataFolder string) writers.Writer {
	if o.to != universalFormat {
		return named(adapters.Writers(), o.to)
	}
	w := universal.Writer{Lines: o.asLines}
	if !o.isInline {
		w.Blobs = blob.Open(dataFolder)
	}
	return w
}
