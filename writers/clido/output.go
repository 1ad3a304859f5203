package clido

import (
	"time"

	format "stead/adapters/clido"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// output writes the lines of a session.
type output struct {
	jsonl.Output
	report writers.Report
	plan   writers.Plan
	// isSame reports that the session keeps its id. In this case, its lines stay unchanged.
	isSame  bool
	hasMeta bool
}

// begin writes the first line, unless the session has one of its own.
func (w *output) begin() error {
	if w.hasMeta || w.isSame {
		return nil
	}
	w.hasMeta = true
	o := timeline.NewObject(nil)
	o.String("type", format.Meta)
	o.String("session_id", w.plan.ID)
	o.Int("schema_version", format.SchemaVersion)
	o.String("start_time", w.startTime())
	o.String("project_path", w.plan.Dir)
	return w.Line(o.End())
}

// startTime returns the session's start time according to the source, or the current time.
func (w *output) startTime() string {
	created := w.plan.Stream.Header.Metadata.Created
	if _, err := time.Parse(time.RFC3339Nano, created); err == nil {
		return created
	}
	return w.plan.Now.UTC().Format(time.RFC3339Nano)
}

// line writes a line of the conversation.
func (w *output) line(kind string, members func(*timeline.Object)) error {
	if err := w.begin(); err != nil {
		return err
	}
	o := timeline.NewObject(nil)
	o.String("type", kind)
	members(&o)
	return w.Line(o.End())
}

func (w *output) lose(what, why string) { w.report.Losses.Add(what, why) }
