package qwen

import (
	"context"
	"io"

	"stead/internal/dialogue"
	"stead/internal/format/qwen"
	"stead/internal/jsonl"
	"stead/timeline"
	"stead/writers"
)

// encoder writes one file: entry after entry, in the order of the stream.
type encoder struct {
	out    jsonl.Output
	plan   writers.Plan
	stream timeline.Stream
	report writers.Report

	tip      string // the uuid that the next record follows
	agent    string // the id of the sub-agent whose transcript it is
	restorer restorer
	dialogue *dialogue.Dialogue
	// ids are those of calls in the file, by the entry's; taken counts how often each was wished for.
	ids    map[string]call
	taken  map[string]int
	memory memory
	sides  sides
	// said is the prompt that is being gathered.
	said *said
}

// call is a call as it is written.
type call struct{ id, name string }

func newEncoder(dst io.Writer, plan writers.Plan) *encoder {
	e := &encoder{out: jsonl.Output{Dst: dst}, plan: plan, ids: map[string]call{}, taken: map[string]int{}}
	e.dialogue = dialogue.New(e)
	return e
}

// encode writes all entries.
func (e *encoder) encode(ctx context.Context, stream timeline.Stream) error {
	e.stream = stream
	e.restorer, e.sides = newRestorer(e), newSides(stream.Header.Branches)
	if err := stream.Each(ctx, e.entry); err != nil {
		return err
	}
	if err := e.restorer.file.Flush(); err != nil {
		return err
	}
	if err := e.restorer.finish(); err != nil {
		return err
	}
	if err := e.dialogue.Close(); err != nil {
		return err
	}
	if err := e.flushSaid(); err != nil {
		return err
	}
	return e.comeBack()
}

func (e *encoder) entry(entry *timeline.Entry) error {
	if e.restorer.takes(entry) {
		if err := e.goTo(""); err != nil {
			return err
		}
		if err := e.dialogue.GiveWay(entry); err != nil {
			return err
		}
		if err := e.flushSaid(); err != nil {
			return err
		}
		e.report.Restored(entry)
		return e.restorer.entry(entry)
	}
	e.report.Losses.Repaired(entry)
	if err := e.restorer.file.Flush(); err != nil {
		return err
	}
	return e.convert(entry)
}

// convert takes an entry of the active conversation, or leaves it out and says so.
func (e *encoder) convert(entry *timeline.Entry) error {
	switch {
	case entry.Hidden:
		return nil
	case entry.Branch != "":
		return e.aside(entry)
	case !e.mustWait():
		if err := e.flushSides(); err != nil {
			return err
		}
		if err := e.goTo(""); err != nil {
			return err
		}
	}
	if entry.Usage != nil {
		e.Lose("token counts", "Qwen Code takes the counts of its records for the size of its own context")
	}
	e.report.Entries++
	return e.dialogue.Add(entry)
}

// remember notes what an entry became, or is to become with the next record.
func (e *encoder) remember(item remembered) {
	e.memory.add(item)
	e.sides.note(item.entry)
}

// Lose implements dialogue.Sink.
func (e *encoder) Lose(what, why string) { e.report.Losses.Add(what, why) }

// isOwn reports whether the stream comes from this CLI.
func (e *encoder) isOwn() bool { return e.stream.Header.Source.CLI == qwen.Name }
