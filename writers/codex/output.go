package codex

import (
	"io"
	"strconv"

	format "stead/adapters/codex"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// output writes a rollout's lines, and counts what they contain of the session.
type output struct {
	jsonl.Buffer
	report writers.Report
	mode   format.Mode
	// ordinal is that of the next line of a paginated rollout.
	ordinal int64
	plan    writers.Plan
}

func newOutput(dst io.Writer, plan writers.Plan) *output {
	return &output{Buffer: jsonl.Buffer{Dst: dst}, mode: format.ModeOf(plan.Version), plan: plan}
}

// written returns how many bytes were written to all files.
func (o *output) written() int64 { return o.Written() }

// goOn writes the following lines to another file.
func (o *output) goOn(dst io.Writer) error {
	err := o.Flush()
	o.Dst = dst
	return err
}

// itemID returns a new id for an item without a call.
func (o *output) itemID() string { return "item-" + strconv.Itoa(o.Lines) }

// event writes an event message.
func (o *output) event(timestamp string, fn func(o *timeline.Object)) {
	o.line(format.EventMessage, timestamp, func(dst []byte) []byte { return timeline.AppendPlaced(dst, o.Place, fn) })
}

// legacyEvent writes an event that only legacy rollouts contain.
func (o *output) legacyEvent(timestamp string, fn func(o *timeline.Object)) {
	if o.mode == format.Legacy {
		o.event(timestamp, fn)
	}
}

// response writes a response item, which the model receives, and returns its JSON. The JSON is valid until the next
// line is written, see [output.line].
func (o *output) response(timestamp string, fn func(o *timeline.Object)) []byte {
	return o.line(format.ResponseItem, timestamp, func(dst []byte) []byte {
		return timeline.AppendPlaced(dst, o.Place, fn)
	})
}

func (o *output) lose(what, why string) { o.report.Losses.Add(what, why) }

// line writes a line whose payload fn appends. It returns the payload in the buffer, which is valid until the next
// line. It returns nil for a payload with a giant text, which the buffer does not hold.
func (o *output) line(kind, timestamp string, fn func(dst []byte) []byte) (payload []byte) {
	return o.noted(kind, timestamp, nil, fn)
}

// noted is like line, with an optional note of stead itself.
func (o *output) noted(kind, timestamp string, note []byte, fn func(dst []byte) []byte) (payload []byte) {
	_ = o.FlushFull() // the buffer keeps the error
	o.Bytes = append(o.Bytes, `{"timestamp":"`...)
	o.Bytes = append(o.Bytes, timestamp...)
	o.Bytes = append(o.Bytes, '"')
	if o.mode == format.Paginated {
		o.Bytes = append(o.Bytes, `,"ordinal":`...)
		o.Bytes = strconv.AppendInt(o.Bytes, o.ordinal, 10)
		o.ordinal++
	}
	o.Bytes = append(o.Bytes, `,"type":"`...)
	o.Bytes = append(o.Bytes, kind...)
	o.Bytes = append(o.Bytes, `","payload":`...)
	from, placed := len(o.Bytes), o.Placed()
	o.Bytes = fn(o.Bytes)
	to := len(o.Bytes)
	if note != nil {
		o.Bytes = append(append(o.Bytes, `,"`+format.NoteMember+`":`...), note...)
	}
	payload = o.Bytes[from:to]
	o.Bytes = append(o.Bytes, '}')
	o.EndLine()
	if o.Placed() > placed {
		return nil
	}
	return payload
}

// raw writes a line unchanged.
func (o *output) raw(line []byte) {
	if len(line) > timeline.LongBody {
		o.Bytes = o.Place(o.Bytes, line)
	} else {
		o.Bytes = append(o.Bytes, line...)
	}
	o.EndLine()
}
