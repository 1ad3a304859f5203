package gemini

import (
	"context"
	"io"
	"time"

	"stead/internal/dialogue"
	format "stead/internal/format/gemini"
	"stead/timeline"
	"stead/writers"
)

// encoder writes one session.
type encoder struct {
	plan   writers.Plan
	kind   string // of the session: main or subagent
	out    output
	report writers.Report

	started  bool
	verbatim bool // whether native lines keep the session's id, because the session keeps its own
	// converted is set once anything was written that is not a native line.
	converted bool
	restored  position // of the newest native line
	// waiting are the calls of native lines that have no result yet.
	waiting map[string]string

	dialogue *dialogue.Dialogue
	// said is the user's message that is being gathered, isStopped is set when the last thing drawn is that the model was stopped.
	said      *said
	isStopped bool
	// held are the model's messages that are being gathered, answered their calls in the order of the results.
	held     []*turn
	answered []*toolCall
	memory   memory
	agents   map[string]string
	sizes    []int // of the results, in tokens
}

// position is the place of a native line.
type position struct {
	session string
	line    int
}

func newEncoder(dst io.Writer, plan writers.Plan) *encoder {
	source := plan.Stream.Header.Source
	n := &encoder{
		plan: plan, kind: "main", out: newOutput(dst), waiting: map[string]string{}, agents: agents(plan.Stream.Children),
		verbatim: plan.ID == source.OriginalID && source.CLI == format.Name,
	}
	n.dialogue = dialogue.New(n)
	return n
}

// close writes all that is held.
func (n *encoder) close() error {
	err := n.dialogue.Close()
	n.flush()
	return err
}

func (n *encoder) encode(ctx context.Context) error {
	if err := n.plan.Stream.Each(ctx, func(e *timeline.Entry) error {
		if err := n.entry(e); err != nil {
			return err
		}
		return n.out.err
	}); err != nil {
		return err
	}
	if !n.started {
		n.start()
	}
	if err := n.close(); err != nil {
		return err
	}
	n.declareMasked()
	if n.converted && n.restored.line > 0 { // the native lines say when the session was used last
		n.update(func(o *timeline.Object) { o.String("lastUpdated", n.now()) })
	}
	return n.out.flush()
}

func (n *encoder) entry(e *timeline.Entry) error {
	if n.restores(e) {
		if err := n.close(); err != nil {
			return err
		}
		if e.Active() {
			n.report.Entries++
		}
		n.restore(e)
		return nil
	}
	n.report.Losses.Repaired(e)
	if !n.started {
		n.start()
	}
	return n.convert(e)
}

// start writes the header of a new session. It says that the session was used now: the CLI deletes sessions that were not for 30 days.
func (n *encoder) start() {
	n.started, n.converted = true, true
	n.out.record(object(func(o *timeline.Object) {
		o.String("sessionId", n.plan.ID)
		o.String("projectHash", format.ProjectHash(folderOf(n.plan.Options)))
		o.String("startTime", n.stamp(n.plan.Stream.Header.Metadata.Created))
		o.String("lastUpdated", n.now())
		o.String("kind", n.kind)
	}))
}

// update writes a line that sets members of the header.
func (n *encoder) update(members func(o *timeline.Object)) {
	n.out.record(object(func(o *timeline.Object) {
		o.Append("$set", func(dst []byte) []byte { return timeline.AppendObject(dst, members) })
	}))
}

func (n *encoder) now() string { return format.FormatTime(n.plan.Now) }

// stamp returns a timestamp as the CLI has it; it tolerates others, and misorders its list by them.
func (n *encoder) stamp(timestamp string) string {
	if _, err := time.Parse(time.RFC3339, timestamp); err == nil {
		return timestamp
	}
	return n.now()
}

// Lose declares what could not be delivered as it was.
func (n *encoder) Lose(what, why string) { n.report.Losses.Add(what, why) }
