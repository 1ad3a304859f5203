package kimi

import (
	"context"
	"io"

	format "stead/adapters/kimi"
	"stead/timeline"
	"stead/writers"
)

// encoder writes the wire file of one agent: native records unchanged, and all other entries converted.
type encoder struct {
	stream       timeline.Stream
	out          *output
	restorer     *restorer
	conversation *conversation
}

func newEncoder(dst io.Writer, plan writers.Plan, s timeline.Stream, agent string) *encoder {
	source := plan.Stream.Header.Source
	out := newOutput(dst, plan, s, agent)
	c := newConversation(out)
	return &encoder{stream: s, out: out, conversation: c, restorer: &restorer{
		out: out, conversation: c, dir: plan.Dir, isCut: s.Cut, blobs: map[string]timeline.Attachment{},
		isSame: plan.ID == source.OriginalID && source.CLI == format.Name,
	}}
}

func (n *encoder) encode(ctx context.Context) error {
	if err := n.stream.Each(ctx, func(e *timeline.Entry) error {
		if err := n.entry(e); err != nil {
			return err
		}
		return n.out.Err
	}); err != nil {
		return err
	}
	if n.out.Lines == 0 {
		n.out.start()
	}
	if err := n.conversation.finish(); err != nil {
		return err
	}
	return n.out.Flush()
}

func (n *encoder) entry(e *timeline.Entry) error {
	if n.restorer.takes(e) {
		if e.Active() {
			n.out.report.Entries++
		}
		return n.restorer.write(e)
	}
	n.out.report.Losses.Repaired(e)
	if n.out.Lines == 0 {
		n.out.start()
	}
	return n.conversation.write(e)
}
