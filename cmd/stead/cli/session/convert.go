package session

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/google/uuid"
	"github.com/spf13/cobra"

	"stead/adapters"
	"stead/adapters/adapter"
	"stead/cmd/stead/cli/failure"
	"stead/cmd/stead/cli/flags"
	"stead/cmd/stead/cli/report"
	"stead/cmd/stead/cli/setup"
	"stead/cmd/stead/cli/term"
	"stead/config"
	"stead/inject/policy"
	"stead/inject/redaction"
	"stead/internal/sys/atomicfile"
	"stead/internal/term/plain"
	"stead/orchestrator/exchange"
	"stead/timeline"
	"stead/writers"
	"stead/writers/universal"
)

type convertOptions struct {
	from, to, output         string
	force, asLines, isInline bool
	trusted                  bool
	history, thinking        string
}

func convertCommand(p *setup.Process) *cobra.Command {
	var o convertOptions
	c := &cobra.Command{
		Use: "convert REFERENCE --to FORMAT", Short: "Convert a session into another format", Args: flags.OneReference,
		Long: "Convert a session to the universal format or to the format of a CLI, on standard output or in a new file. Standard\n" +
			"error reports what the format cannot hold. To continue a session, use `stead run`.",
		Example: "  stead session convert claude:latest --to universal -o session.json\n" +
			"  stead session convert session.jsonl --to universal --lines | jq .type\n" +
			"  stead session convert - --to codex <session.json >rollout.jsonl",
		RunE: func(c *cobra.Command, args []string) error {
			return convertSession(c.Context(), p, args[0], o, flags.RedactGiven(c))
		},
		ValidArgsFunction: flags.CompleteReference(p),
	}
	set := c.Flags()
	set.StringVar(&o.from, "from", "",
		"the `CLI` that the session or its format belongs to, if neither reference nor content shows it")
	set.StringVar(&o.to, "to", "", "the `FORMAT`: universal, or a CLI's name")
	set.StringVarP(&o.output, "output", "o", "", "write a new `FILE` instead of standard output")
	set.BoolVar(&o.force, "force", false, "overwrite an existing file")
	set.BoolVar(&o.asLines, "lines", false, "universal: a header, then one entry per line, instead of one document")
	set.BoolVar(&o.isInline, "inline", false, "universal: embed attachments that are files")
	set.StringVar(&o.history, "history", "full",
		"how much to convert: `POLICY` full, whole, last:N, budget:TOKENS, users, summary")
	set.StringVar(&o.thinking, "thinking", "", "the model's thinking: `POLICY` strip, text, keep")
	flags.Trust(c, &o.trusted)
	flags.Redact(c)
	_ = c.MarkFlagRequired("to")
	_ = c.RegisterFlagCompletionFunc("from", flags.CompleteReaders)
	_ = c.RegisterFlagCompletionFunc("to", flags.CompleteWriters)
	return c
}

func convertSession(ctx context.Context, p *setup.Process, reference string, o convertOptions,
	given config.Flags) error {
	if err := o.check(); err != nil {
		return err
	}
	policies, err := o.policies()
	if err != nil {
		return err
	}
	s, err := p.Load(given)
	if err != nil {
		return err
	}
	policies.Redaction, policies.Detector = redaction.Policy(s.Config.Redact), s.Secrets() // conversions never ask
	tuneForStreaming()
	source, err := s.Catalog.ResolveAs(ctx, reference, o.from)
	if err != nil {
		return err
	}
	stream, err := openNoted(ctx, p.Term, source)
	if err != nil {
		return err
	}
	target := o.target(s.Config.Folders.Data)
	var outside policy.Conversation
	if source.IsForeign && !o.trusted && !target.Info().Portable {
		noteDoubt(p.Term, source)
		outside = policy.ConversationOf(stream)
		stream = outside.Stream
	}
	c := exchange.Conversion{
		Source: stream, Outside: outside, Target: target, Policies: policies,
		Options: writers.Options{Dir: o.dir(stream, p.Folder()), Now: s.Host.Now(), NewID: uuid.NewString},
	}
	return encode(ctx, p.Term, c, source.Reference(), o)
}

// tuneForStreaming makes the garbage collector run less often, because a conversion keeps little of what it allocates.
// That saves a sixth of the processor time. The memory limit nevertheless keeps the process below 64 MB while the index
// of a session of a gigabyte grows.
func tuneForStreaming() {
	debug.SetGCPercent(200)
	debug.SetMemoryLimit(42 << 20)
}

// dir returns the working folder for a session that names none, because a CLI's format needs one.
func (o convertOptions) dir(s timeline.Stream, current string) string {
	if s.Header.Project.Path == "" {
		return current
	}
	return ""
}

func encode(ctx context.Context, t *term.Terminal, c exchange.Conversion, name string, o convertOptions) error {
	var made writers.Report
	write := func(w io.Writer) (err error) {
		made, err = c.Encode(ctx, w)
		return err
	}
	err := o.writeTo(t, write)
	if err != nil {
		return fmt.Errorf("convert %s to %s: %w", name, o.to, err)
	}
	t.Err.Messages(report.Delivery(made))
	return nil
}

func (o convertOptions) writeTo(t *term.Terminal, write func(io.Writer) error) error {
	if o.output == "" || o.output == "-" {
		return t.Out.Print(plain.NewJSONWriter, write)
	}
	return atomicfile.Write(o.output, o.force, write)
}

func (o convertOptions) policies() (policy.Policies, error) {
	history, err := policy.ParseHistory(o.history)
	if err != nil {
		return policy.Policies{}, err
	}
	thinking, err := policy.ParseThinking(o.thinking)
	return policy.Policies{History: history, Thinking: thinking, Vendor: adapters.VendorOf}, err
}

// check rejects contradictory options before anything is read.
func (o convertOptions) check() error {
	if adapters.Named(o.to).Writer == nil {
		return failure.Usagef("--to %s: there is no such format: use %s", o.to,
			strings.Join(adapter.Names(adapters.Writers()), ", "))
	}
	if (o.asLines || o.isInline) && o.to != universalFormat {
		return failure.Usagef("--lines and --inline are for --to universal, not for --to %s", o.to)
	}
	return nil
}

// universalFormat is the only format with selectable encodings.
const universalFormat = "universal"

// target returns the writer of the requested format, which must exist.
func (o convertOptions) target(dataFolder string) writers.Writer {
	if o.to != universalFormat {
		return adapters.Named(o.to).Writer
	}
	w := universal.Writer{Lines: o.asLines}
	if !o.isInline {
		w.Data = dataFolder
	}
	return w
}
