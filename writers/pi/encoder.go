package pi

import (
	"context"
	"io"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// encoder writes one session, entry by entry, in the order of the stream.
type encoder struct {
	plan         writers.Plan
	out          *output
	restorer     *restorer
	conversation *conversation
}

func newEncoder(dst io.Writer, plan writers.Plan) *encoder {
	out := &output{Output: jsonl.Output{Dst: dst}, plan: plan}
	c := newConversation(out)
	return &encoder{plan: plan, out: out, conversation: c, restorer: newRestorer(out, c.calls)}
}

// encode writes all entries.
func (e *encoder) encode(ctx context.Context) error {
	if err := e.plan.Stream.Each(ctx, e.entry); err != nil {
		return err
	}
	if err := e.restorer.file.Flush(); err != nil {
		return err
	}
	if err := e.conversation.dialogue.Close(); err != nil {
		return err
	}
	return e.out.start()
}

func (e *encoder) entry(entry *timeline.Entry) error {
	if e.restorer.takes(entry) {
		if err := e.conversation.dialogue.GiveWay(entry); err != nil {
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
