package kimicli

import (
	"context"
	"io"

	format "stead/adapters/kimicli"
	"stead/internal/adapt/dialogue"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// encoder writes the context files and the wire file of a session or a sub-agent.
type encoder struct {
	stream       timeline.Stream
	report       *writers.Report
	context      *contextFiles
	screen       *screen
	clock        *clock
	restorer     *restorer
	conversation *conversation
}

func newEncoder(plan writers.Plan, s timeline.Stream, next func() (io.Writer, error), wire io.Writer) *encoder {
	n := &encoder{
		stream: s, report: &writers.Report{}, context: &contextFiles{next: next},
		screen: &screen{output: output{jsonl.Buffer{Dst: wire}}, spawned: spawned(s)},
		clock:  &clock{created: s.Header.Metadata.Created, now: plan.Now},
	}
	from := plan.Stream.Header.Project.Path
	n.conversation = &conversation{
		stream: s, project: from, report: n.report, context: n.context, screen: n.screen, clock: n.clock,
		calls: map[string]string{}, taken: entry.NewIDs(),
	}
	n.conversation.dialogue = dialogue.New(n.conversation)
	n.restorer = &restorer{
		stream: s, context: n.context, screen: n.screen, clock: n.clock, conversation: n.conversation, position: -1,
		isMoved: plan.Dir != "" && from != "" && plan.Dir != from,
	}
	return n
}

func (n *encoder) encode(ctx context.Context) error {
	if err := n.context.begin(); err != nil {
		return err
	}
	if err := n.stream.Each(ctx, func(e *timeline.Entry) error {
		if err := n.entry(e); err != nil {
			return err
		}
		return n.failed()
	}); err != nil {
		return err
	}
	if err := n.conversation.dialogue.Close(); err != nil {
		return err
	}
	n.screen.endTurn(n.clock.last)
	if err := n.context.file.Flush(); err != nil {
		return err
	}
	return n.screen.Flush()
}

// failed returns the error of a destination, if any.
func (n *encoder) failed() error {
	if n.context.file.Err != nil {
		return n.context.file.Err
	}
	return n.screen.Err
}

func (n *encoder) entry(e *timeline.Entry) error {
	if line := e.Extra[format.ScreenExtra]; line != nil && e.Native == nil {
		n.restorer.keep(line)
		return nil
	}
	if n.restorer.takes(e) {
		if e.Active() {
			n.report.Entries++
		}
		return n.restorer.write(e)
	}
	n.report.Losses.Repaired(e)
	return n.conversation.write(e)
}
