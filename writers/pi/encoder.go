package pi

import (
	"context"
	"io"

	"stead/internal/dialogue"
	"stead/internal/format/pi"
	"stead/internal/jsonl"
	"stead/timeline"
	"stead/writers"
)

// encoder writes one session: entry after entry, in the order of the stream.
type encoder struct {
	out    jsonl.Output
	plan   writers.Plan
	report writers.Report

	started  bool
	tip      string // the id that the next record follows
	restorer restorer
	dialogue *dialogue.Dialogue
	calls    map[string]call // by the entry's id
	recent   recent

	// agents are the sub-agents' sessions that are written beside this one.
	agents []agent
	// main is the path of the main session and caller the call that started this one, of a sub-agent's.
	main, caller string
}

// call is a call as it stands in the file.
type call struct{ id, name string }

func newEncoder(dst io.Writer, plan writers.Plan) *encoder {
	e := &encoder{out: jsonl.Output{Dst: dst}, plan: plan, calls: map[string]call{}}
	e.dialogue = dialogue.New(e)
	e.restorer = newRestorer(e)
	return e
}

// encode writes all entries.
func (e *encoder) encode(ctx context.Context) error {
	if err := e.plan.Stream.Each(ctx, e.entry); err != nil {
		return err
	}
	if err := e.restorer.file.Flush(); err != nil {
		return err
	}
	if err := e.dialogue.Close(); err != nil {
		return err
	}
	return e.start()
}

func (e *encoder) entry(entry *timeline.Entry) error {
	if e.restorer.takes(entry) {
		if err := e.dialogue.GiveWay(entry); err != nil {
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
		e.Lose("abandoned branch", "abandoned branches stay in the source session")
		return nil
	}
	if entry.Usage != nil {
		e.Lose("token counts", "Pi takes the counts of the last answer for the size of its own context")
	}
	if !entry.Thinking.IsEmpty() {
		e.loseItem(writers.Thinking, entry.Thinking.Characters(), "thinking", "Pi would paste the thinking of another model into the text")
		if entry.Type == timeline.Assistant && entry.Content.IsEmpty() && len(entry.Attachments) == 0 {
			return nil
		}
	}
	e.report.Entries++
	return e.dialogue.Add(entry)
}

// Lose implements dialogue.Sink.
func (e *encoder) Lose(what, why string) { e.report.Losses.Add(what, why) }

// loseItem declares the loss of an item that the source's model knew.
func (e *encoder) loseItem(kind writers.Kind, characters int64, what, why string) {
	e.report.Losses.Item(kind, characters, what, why)
}

// start writes the header, unless there is one.
func (e *encoder) start() error {
	if e.started {
		return nil
	}
	e.started = true
	o := timeline.NewObject(nil)
	o.String("type", pi.TypeSession)
	o.Int("version", pi.Version)
	o.String("id", e.plan.ID)
	o.String("timestamp", e.stamp(e.plan.Stream.Header.Metadata.Created))
	o.String("cwd", e.plan.Dir)
	if e.main != "" {
		pi.AppendAgent(&o, e.main, e.caller)
	}
	pi.AppendAgents(&o, e.named())
	return e.out.Line(o.End())
}
