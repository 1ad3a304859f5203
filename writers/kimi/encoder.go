package kimi

import (
	"context"
	"io"
	"time"

	"stead/internal/dialogue"
	"stead/internal/entry"
	format "stead/internal/format/kimi"
	"stead/internal/jsonl"
	"stead/timeline"
	"stead/writers"
)

// encoder writes the wire file of one agent.
type encoder struct {
	plan   writers.Plan
	stream timeline.Stream
	agent  string
	out    output
	report writers.Report

	// isSame is set when the session keeps its id: nothing is to be changed then.
	isSame   bool
	restorer restorer
	dialogue *dialogue.Dialogue
	turn     turn
	step     step
	calls    map[string]written // the calls without a result, by their entries
	taken    entry.IDs          // the native ids of all calls
	marks    marks
	last     int64 // the time of the newest record, in milliseconds

	firstPrompt, lastPrompt string
	// blobs are the pictures that restored records name, by the name of their file.
	blobs map[string]timeline.Attachment
}

func newEncoder(dst io.Writer, plan writers.Plan, s timeline.Stream, agent string) *encoder {
	source := plan.Stream.Header.Source
	n := &encoder{
		plan: plan, stream: s, agent: agent, out: output{Buffer: jsonl.Buffer{Dst: dst}},
		isSame: plan.ID == source.OriginalID && source.CLI == format.Name,
		calls:  map[string]written{}, taken: entry.NewIDs(), marks: newMarks(), blobs: map[string]timeline.Attachment{},
	}
	n.dialogue = dialogue.New(n)
	return n
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
		n.start()
	}
	if err := n.endConverted(); err != nil {
		return err
	}
	return n.out.Flush()
}

// endConverted closes the turn that converted entries are in.
func (n *encoder) endConverted() error {
	err := n.dialogue.Close()
	n.endTurn("completed")
	return err
}

func (n *encoder) entry(e *timeline.Entry) error {
	if n.restores(e) {
		if e.Active() {
			n.report.Entries++
		}
		return n.restore(e)
	}
	n.report.Losses.Repaired(e)
	if n.out.Lines == 0 {
		n.start()
	}
	return n.convert(e)
}

// start writes the metadata with which a wire file begins.
func (n *encoder) start() {
	n.out.raw(timeline.AppendObject(nil, func(o *timeline.Object) {
		o.String("type", format.Metadata)
		o.String("protocol_version", format.ProtocolVersion)
		o.Int("created_at", n.begin())
	}))
}

// begin is when the session began.
func (n *encoder) begin() int64 {
	if at, ok := milliseconds(n.stream.Header.Metadata.Created); ok {
		return min(at, n.plan.Now.UnixMilli())
	}
	return n.plan.Now.UnixMilli()
}

// stamp returns the time of an entry: that of the record before where it has none, and never one that is still to come.
func (n *encoder) stamp(timestamp string) int64 {
	at, ok := milliseconds(timestamp)
	if !ok {
		at = max(n.last, n.begin())
	}
	n.last = min(at, n.plan.Now.UnixMilli())
	return n.last
}

func milliseconds(timestamp string) (int64, bool) {
	at, err := time.Parse(time.RFC3339, timestamp)
	return at.UnixMilli(), err == nil
}

func (n *encoder) record(kind string, time int64, fn func(*timeline.Object)) {
	n.out.record(kind, n.agent, time, fn)
}

// Lose declares a loss.
func (n *encoder) Lose(what, why string) { n.report.Losses.Add(what, why) }

// loseItem declares the loss of an item that the source's model knew.
func (n *encoder) loseItem(kind writers.Kind, characters int64, what, why string) {
	n.report.Losses.Item(kind, characters, what, why)
}
