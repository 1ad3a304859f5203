package clido

import (
	"context"
	"io"

	format "stead/adapters/clido"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// encoder writes one session, line by line.
type encoder struct {
	out          *output
	restorer     *restorer
	conversation *conversation
}

func newEncoder(dst io.Writer, plan writers.Plan) *encoder {
	source := plan.Stream.Header.Source
	out := &output{
		Output: jsonl.Output{Dst: dst}, plan: plan,
		isSame: source.CLI == format.Name && plan.ID == source.OriginalID && !plan.Stream.Cut,
	}
	r := &responses{out: out, open: map[string]*call{}, native: map[string]string{}, used: entry.NewIDs()}
	c := &conversation{out: out, responses: r}
	return &encoder{out: out, conversation: c, restorer: &restorer{out: out, conversation: c}}
}

func (n *encoder) encode(ctx context.Context) error {
	stream := n.out.plan.Stream
	if err := stream.Each(ctx, n.entry); err != nil {
		return err
	}
	if err := n.conversation.settleAll(); err != nil {
		return err
	}
	for range stream.Children {
		n.out.lose("session of a sub-agent", "clido gets the sub-agent's answer, not its work")
	}
	return n.out.begin()
}

func (n *encoder) entry(e *timeline.Entry) error {
	if n.restorer.takes(e) {
		return n.restorer.write(e)
	}
	return n.conversation.write(e)
}
