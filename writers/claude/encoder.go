package claude

import (
	"context"
	"io"

	"stead/timeline"
	"stead/writers"
)

// encoder writes one file: entry after entry, in the order of the stream.
type encoder struct {
	plan         writers.Plan
	stream       timeline.Stream
	out          *output
	restorer     *restorer
	conversation *conversation
}

// newEncoder returns the encoder of the session itself, or of the given sub-agent's.
func newEncoder(dst io.Writer, plan writers.Plan, stream timeline.Stream, agent string) *encoder {
	out := newOutput(dst, plan, agent)
	return &encoder{plan: plan, stream: stream, out: out, restorer: newRestorer(out, stream),
		conversation: newConversation(out, stream)}
}

// encode writes all entries, and what must follow the last one.
func (e *encoder) encode(ctx context.Context) error {
	if err := e.stream.Each(ctx, e.entry); err != nil {
		return err
	}
	if err := e.restorer.file.Flush(); err != nil {
		return err
	}
	return e.conversation.finish()
}

func (e *encoder) entry(entry *timeline.Entry) error {
	if e.restorer.takes(entry) {
		if err := e.conversation.goTo(""); err != nil {
			return err
		}
		if err := e.conversation.close(); err != nil {
			return err
		}
		e.out.report.Restored(entry)
		if err := e.conversation.giveWay(entry); err != nil {
			return err
		}
		return e.restorer.write(entry)
	}
	if err := e.restorer.file.Flush(); err != nil {
		return err
	}
	e.out.report.Losses.Repaired(entry)
	return e.conversation.write(entry)
}
