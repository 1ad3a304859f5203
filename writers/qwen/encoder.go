package qwen

import (
	"context"
	"io"

	"stead/timeline"
	"stead/writers"
)

// encoder writes one file, entry by entry, in the order of the stream.
type encoder struct {
	plan         writers.Plan
	stream       timeline.Stream
	out          *output
	restorer     *restorer
	conversation *conversation
}

// newEncoder returns the encoder of the session itself, or of the given sub-agent.
func newEncoder(dst io.Writer, plan writers.Plan, stream timeline.Stream, agent string) *encoder {
	out := newOutput(dst, plan, stream, agent)
	c := newConversation(out, stream)
	return &encoder{plan: plan, stream: stream, out: out, conversation: c, restorer: newRestorer(out, stream, c.calls)}
}

// encode writes all entries.
func (e *encoder) encode(ctx context.Context) error {
	if err := e.stream.Each(ctx, e.entry); err != nil {
		return err
	}
	if err := e.restorer.file.Flush(); err != nil {
		return err
	}
	if err := e.restorer.finish(); err != nil {
		return err
	}
	return e.conversation.finish()
}

func (e *encoder) entry(entry *timeline.Entry) error {
	if e.restorer.takes(entry) {
		if err := e.conversation.giveWay(entry); err != nil {
			return err
		}
		e.out.report.Restored(entry)
		return e.restorer.write(entry)
	}
	e.out.report.Losses.Repaired(entry)
	if err := e.restorer.file.Flush(); err != nil {
		return err
	}
	return e.conversation.write(entry)
}
