package clido

import (
	"context"
	"io"
	"time"

	"stead/internal/entry"
	format "stead/internal/format/clido"
	"stead/internal/jsonl"
	"stead/timeline"
	"stead/writers"
)

// encoder writes one session, line after line.
type encoder struct {
	out    jsonl.Output
	plan   writers.Plan
	report writers.Report

	// isSame is set when the session keeps its id: its lines are not changed then.
	isSame  bool
	hasMeta bool
	// restored is the last line that was restored whole.
	restored int

	message message
	// open are the written calls without a result, by their entries' ids; order is that in which they were made.
	open  map[string]*call
	order []*call
	// native are the calls of restored lines without a result, as their entries name them: by the ids in the file.
	native map[string]string
	// used are the ids of calls in the file.
	used entry.IDs
	// deferred are entries that came while calls were open, and may not stand before their results.
	deferred []*timeline.Entry
}

func newEncoder(dst io.Writer, plan writers.Plan) *encoder {
	source := plan.Stream.Header.Source
	return &encoder{
		out: jsonl.Output{Dst: dst}, plan: plan, open: map[string]*call{}, native: map[string]string{}, used: entry.NewIDs(),
		isSame: source.CLI == format.Name && plan.ID == source.OriginalID && !plan.Stream.Cut,
	}
}

func (n *encoder) encode(ctx context.Context) error {
	if err := n.plan.Stream.Each(ctx, n.entry); err != nil {
		return err
	}
	if err := n.settleAll(); err != nil {
		return err
	}
	for range n.plan.Stream.Children {
		n.lose("session of a sub-agent", "clido gets the sub-agent's answer, not its work")
	}
	return n.begin()
}

func (n *encoder) entry(e *timeline.Entry) error {
	switch {
	case n.restores(e):
		return n.restore(e)
	case e.Hidden:
		return nil
	case e.Branch != "":
		n.lose("abandoned branch", "clido keeps one branch of a conversation: only the active one is written")
		return nil
	case n.mustWait(e):
		return n.postpone(e)
	}
	n.report.Losses.Repaired(e)
	return n.convert(e)
}

// begin writes the first line, where the session has not brought its own.
func (n *encoder) begin() error {
	if n.hasMeta || n.isSame {
		return nil
	}
	n.hasMeta = true
	o := timeline.NewObject(nil)
	o.String("type", format.Meta)
	o.String("session_id", n.plan.ID)
	o.Int("schema_version", format.SchemaVersion)
	o.String("start_time", n.startTime())
	o.String("project_path", n.plan.Dir)
	return n.out.Line(o.End())
}

// startTime returns when the session began, as the source says it.
func (n *encoder) startTime() string {
	created := n.plan.Stream.Header.Metadata.Created
	if _, err := time.Parse(time.RFC3339Nano, created); err == nil {
		return created
	}
	return n.plan.Now.UTC().Format(time.RFC3339Nano)
}

// line writes a line of the conversation.
func (n *encoder) line(kind string, members func(*timeline.Object)) error {
	if err := n.begin(); err != nil {
		return err
	}
	o := timeline.NewObject(nil)
	o.String("type", kind)
	members(&o)
	return n.out.Line(o.End())
}

func (n *encoder) lose(what, why string) { n.report.Losses.Add(what, why) }

// loseItem declares the loss of an item that the source's model knew.
func (n *encoder) loseItem(kind writers.Kind, characters int64, what, why string) {
	n.report.Losses.Item(kind, characters, what, why)
}
