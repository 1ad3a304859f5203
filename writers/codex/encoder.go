package codex

import (
	"context"
	"errors"
	"io"

	format "stead/adapters/codex"
	"stead/timeline"
	"stead/writers"
)

// encoder writes one session: native lines unchanged, and all other entries converted.
type encoder struct {
	plan         writers.Plan
	out          *output
	meta         *metadata
	restorer     *restorer
	conversation *conversation
}

func newEncoder(dst io.Writer, plan writers.Plan) *encoder {
	files := newParts(dst, plan)
	out := newOutput(files.first(), plan)
	m, c := &metadata{out: out, plan: plan}, newConversation(out, plan)
	source := plan.Stream.Header.Source
	return &encoder{
		plan: plan, out: out, meta: m, conversation: c,
		restorer: &restorer{
			out: out, meta: m, turns: c.turns, calls: c.calls, plan: plan, parts: files,
			verbatim: plan.ID == source.OriginalID && source.CLI == format.Name,
		},
	}
}

func (n *encoder) encode(ctx context.Context) error {
	if err := n.nameAgents(); err != nil {
		return err
	}
	if err := n.plan.Stream.Each(ctx, func(e *timeline.Entry) error {
		n.entry(e)
		return errors.Join(n.restorer.err, n.out.FlushFull())
	}); err != nil {
		return err
	}
	n.restorer.flush()
	n.restorer.start()
	n.conversation.finish()
	return errors.Join(n.restorer.err, n.out.Flush())
}

func (n *encoder) entry(e *timeline.Entry) {
	if n.restorer.takes(e) {
		if e.Active() {
			n.out.report.Entries++
		}
		n.conversation.finish()
		n.restorer.write(e)
		return
	}
	n.out.report.Losses.Repaired(e)
	n.restorer.flush()
	n.restorer.start()
	n.conversation.write(e)
}
