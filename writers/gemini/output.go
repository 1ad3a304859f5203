package gemini

import (
	"bufio"
	"io"

	format "stead/adapters/gemini"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// output writes a session's lines and counts them.
type output struct {
	plan   writers.Plan
	report writers.Report
	dst    *bufio.Writer
	lines  int
	size   int64
	err    error
}

func newOutput(dst io.Writer, plan writers.Plan) *output {
	return &output{plan: plan, dst: bufio.NewWriterSize(dst, 256<<10)}
}

// record writes a line that is not native.
func (w *output) record(line []byte) { w.line(jsonl.EscapeSeparators(line)) }

// line writes a line. The first error is kept for flush.
func (w *output) line(line []byte) {
	for _, piece := range [][]byte{line, {'\n'}} {
		n, err := w.dst.Write(piece)
		w.size += int64(n)
		if w.err == nil {
			w.err = err
		}
	}
	w.lines++
}

func (w *output) flush() error {
	if w.err != nil {
		return w.err
	}
	return w.dst.Flush()
}

// start writes the header of a new session. It sets the time of the last use to now, because the CLI deletes sessions
// that were not used for 30 days.
func (w *output) start(kind string) {
	w.record(object(func(o *timeline.Object) {
		o.String("sessionId", w.plan.ID)
		o.String("projectHash", format.ProjectHash(folderOf(w.plan.Options)))
		o.String("startTime", w.plan.Stamp(w.plan.Stream.Header.Metadata.Created))
		o.String("lastUpdated", w.now())
		o.String("kind", kind)
	}))
}

// update writes a line that sets members of the header.
func (w *output) update(members func(o *timeline.Object)) {
	w.record(object(func(o *timeline.Object) {
		o.Append("$set", func(dst []byte) []byte { return timeline.AppendObject(dst, members) })
	}))
}

func (w *output) now() string { return format.FormatTime(w.plan.Now) }

// messageMembers adds the members that every message has.
func (w *output) messageMembers(o *timeline.Object, id, timestamp, kind string) {
	if id == "" {
		id = w.plan.NewID()
	}
	o.String("id", id)
	o.String("timestamp", w.plan.Stamp(timestamp))
	o.String("type", kind)
}

// remark writes a line that the terminal displays but no model gets.
func (w *output) remark(e *timeline.Entry, text string) {
	w.record(object(func(o *timeline.Object) {
		w.messageMembers(o, "", e.Timestamp, format.InfoLine)
		o.String("content", text)
	}))
}

func (w *output) lose(what, why string) { w.report.Losses.Add(what, why) }

// object returns an object whose members fn adds.
func object(fn func(o *timeline.Object)) []byte { return timeline.AppendObject(nil, fn) }

// appendComma appends a comma unless an array has just begun.
func appendComma(dst []byte) []byte {
	if dst[len(dst)-1] == '[' {
		return dst
	}
	return append(dst, ',')
}
