package gemini

import (
	"context"
	"io"

	format "stead/adapters/gemini"
	"stead/timeline"
	"stead/writers"
)

// encoder writes one session: native lines unchanged, and all other entries converted.
type encoder struct {
	kind         string // the kind of the session: main or subagent
	out          *output
	restorer     *restorer
	conversation *conversation
}

func newEncoder(dst io.Writer, plan writers.Plan, kind string) *encoder {
	source := plan.Stream.Header.Source
	out, waiting := newOutput(dst, plan), map[string]string{}
	return &encoder{
		kind: kind, out: out, conversation: newConversation(out, waiting),
		restorer: &restorer{out: out, waiting: waiting, verbatim: plan.ID == source.OriginalID && source.CLI == format.Name},
	}
}

func (n *encoder) encode(ctx context.Context) error {
	if err := n.out.plan.Stream.Each(ctx, func(e *timeline.Entry) error {
		if err := n.entry(e); err != nil {
			return err
		}
		return n.out.err
	}); err != nil {
		return err
	}
	n.start()
	if err := n.conversation.close(); err != nil {
		return err
	}
	n.conversation.sizes.declareMasked(&n.out.report.Losses)
	if n.conversation.wrote && n.restorer.newest.line > 0 { // the native lines hold the time of the last use
		n.out.update(func(o *timeline.Object) { o.String("lastUpdated", n.out.now()) })
	}
	return n.out.flush()
}

func (n *encoder) entry(e *timeline.Entry) error {
	if n.restorer.takes(e) {
		if err := n.conversation.close(); err != nil {
			return err
		}
		if e.Active() {
			n.out.report.Entries++
		}
		n.restorer.write(e)
		return nil
	}
	n.out.report.Losses.Repaired(e)
	n.start()
	return n.conversation.write(e)
}

// start writes the header of a new session unless it is already written.
func (n *encoder) start() {
	if !n.restorer.started {
		n.restorer.started, n.conversation.wrote = true, true
		n.out.start(n.kind)
	}
}
