package cusf

import (
	"context"
	"io"

	format "stead/adapters/cusf"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// encoder writes one file, line by line.
type encoder struct {
	plan      writers.Plan
	out       *output
	session   *session
	responses *responses
	restorer  *restorer
	// converted is set once a line was written that the source file did not have.
	converted bool
}

func newEncoder(w Writer, dst io.Writer, plan writers.Plan) *encoder {
	out := &output{Output: jsonl.Output{Dst: dst}, isComplete: w.Reconstruct}
	t, total := &clock{out: out}, &sums{out: out}
	r := &rebuild{out: out, stream: plan.Stream, isWanted: w.Reconstruct}
	s := &session{out: out, plan: plan, header: plan.Stream.Header, owner: w.Owner, clock: t, sums: total, rebuild: r}
	c := &conversation{
		out: out, session: s, clock: t, sums: total, rebuild: r,
		answers: newIDSet(), used: newIDSet(), calls: map[string]string{},
	}
	return &encoder{
		plan: plan, out: out, session: s, responses: &responses{out: out, conversation: c},
		restorer: &restorer{out: out, session: s, conversation: c, redate: w.Redate, isWhole: s.isOwn() && !plan.Stream.Cut},
	}
}

func (n *encoder) encode(ctx context.Context) error {
	if err := n.plan.Stream.Each(ctx, n.entry); err != nil {
		return err
	}
	return n.finish()
}

func (n *encoder) entry(e *timeline.Entry) error {
	if e.Native != nil && e.Native.CLI == format.Name && e.Native.Raw != nil && e.Native.Session == "" {
		if err := n.responses.release(); err != nil {
			return err
		}
		return n.restorer.write(e)
	}
	if e.Active() || isInstruction(e) {
		n.restorer.end = nil // the session continued after it
		n.converted = true
		if !n.out.isComplete {
			n.out.report.Losses.Repaired(e)
		}
	}
	return n.responses.gather(e)
}

// finish writes the held response and the last line.
func (n *encoder) finish() error {
	if err := n.responses.release(); err != nil {
		return err
	}
	if n.restorer.end != nil {
		return n.restorer.releaseEnd()
	}
	if n.restorer.isWhole && !n.converted && n.out.Lines > 0 {
		return nil
	}
	if err := n.session.begin(""); err != nil {
		return err
	}
	n.session.sums.settle()
	line, err := n.session.sessionEnd()
	if err != nil {
		return err
	}
	return n.out.Line(line)
}
