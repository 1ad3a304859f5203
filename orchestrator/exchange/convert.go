package exchange

import (
	"context"
	"errors"
	"io"

	"stead/adapters/adapter"
	"stead/inject/policy"
	"stead/timeline"
	"stead/writers"
)

// Conversion says what is converted, and into which format.
type Conversion struct {
	Source timeline.Stream
	// Outside is the conversation of a session from outside; the source is then that conversation. The zero value is for
	// the user's own sessions.
	Outside policy.Conversation
	Target  writers.Writer
	// Policies say which parts of the session are kept. The window is ignored.
	Policies policy.Policies
	// Options are the writer's options. An empty id means the source's own id if the format stays the same, so that
	// nothing changes, and a new one otherwise.
	Options writers.Options
}

// draft is a destination whose content can be discarded and read.
type draft interface {
	Restart() error
	Written() (io.ReaderAt, int64, error)
}

// Encode writes the converted session to dst. Errors are those of the stream and of dst, and inject.ErrPolicy. Into a
// draft, which no other process sees before it is complete, Encode writes a session while it searches for secrets. It
// writes the session again if a secret turns out to precede the text that reveals it. That is rare, and reading a
// session takes longer than everything else.
func (c Conversion) Encode(ctx context.Context, dst io.Writer) (writers.Report, error) {
	d, ok := dst.(draft)
	// The attachments of a portable target are files of their own, which cannot be discarded.
	c.Policies.OnePass = ok && !c.Target.Info().Portable
	report, chosen, err := c.encode(ctx, dst)
	if err != nil || !c.Policies.OnePass {
		return report, err
	}
	leaks, err := leaks(chosen, d)
	if err != nil || !leaks {
		return report, err
	}
	if err := d.Restart(); err != nil {
		return report, err
	}
	c.Policies.OnePass, c.Policies.Learned = false, chosen.Learned()
	report, _, err = c.encode(ctx, dst)
	return report, err
}

func leaks(chosen policy.Selection, d draft) (bool, error) {
	written, size, err := d.Written()
	if err != nil {
		return false, err
	}
	return chosen.Leaks(written, size)
}

func (c Conversion) encode(ctx context.Context, dst io.Writer) (writers.Report, policy.Selection, error) {
	info := c.Target.Info()
	chosen, err := c.choose(ctx, info)
	if err != nil {
		return writers.Report{}, chosen, err
	}
	plan, err := c.plan(chosen.Stream)
	if err != nil {
		return writers.Report{}, chosen, err
	}
	report, err := c.Target.Encode(ctx, dst, plan)
	chosen.Complete(&report)
	report.LeftOut = append(report.LeftOut, c.Outside.LeftOut()...)
	if n := len(c.Source.Children); n > 0 && !info.Portable {
		report.Losses = append(report.Losses, writers.Loss{What: "session of a sub-agent", Count: n,
			Why: "it belongs into a file of its own, and this writes one file"})
	}
	return report, chosen, err
}

// plan keeps the source's id if the format stays the same and the CLI accepts the id. Other programs write some formats
// with ids of their own.
func (c Conversion) plan(s timeline.Stream) (writers.Plan, error) {
	info, from, o := c.Target.Info(), c.Source.Header, c.Options
	if o.ID == "" && (from.Source.CLI == info.Name || info.Portable) {
		o.ID = from.ID
		plan, err := c.Target.Plan(adapter.Store{CLI: info.Name}, s, o)
		if !errors.Is(err, writers.ErrID) {
			return plan, err
		}
		o.ID = ""
	}
	return c.Target.Plan(adapter.Store{CLI: info.Name}, s, o)
}

// choose applies the policies. The universal format holds everything, so content stays unless a policy excludes it, and
// nothing is masked unless that was decided. If masking was decided, it applies in any case, because the reader of the
// file is unknown.
func (c Conversion) choose(ctx context.Context, target adapter.Info) (policy.Selection, error) {
	policies := c.Policies
	policies.Window = 0
	if target.Portable {
		target.Vendor = anybody
		policies.Vendor = func(string) string { return anybody }
		policies.Redaction = policies.Redaction.InFile()
	}
	policies.Redaction = policies.Redaction.Unasked()
	return policy.Select(ctx, c.Source, target, policies)
}
