package kimi

import (
	"io"
	"strconv"
	"time"

	format "stead/adapters/kimi"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
	"stead/writers"
)

// output writes the lines of a wire file, and tracks their effect on the model's context.
type output struct {
	jsonl.Buffer
	report  writers.Report
	history format.History
	agent   string
	created int64 // the session's start time in milliseconds
	now     int64 // the time of this export
	last    int64 // the time of the newest record
}

func newOutput(dst io.Writer, plan writers.Plan, s timeline.Stream, agent string) *output {
	o := &output{Buffer: jsonl.Buffer{Dst: dst}, agent: agent, now: plan.Now.UnixMilli()}
	o.created = o.now
	if at, ok := milliseconds(s.Header.Metadata.Created); ok {
		o.created = min(at, o.now)
	}
	return o
}

// record writes a line of a type. Fn adds the other members.
func (w *output) record(kind string, time int64, fn func(*timeline.Object)) {
	from := w.room()
	r := timeline.NewObject(w.Bytes)
	r.String("type", kind)
	r.String("agentId", w.agent)
	fn(&r)
	r.Int("time", time)
	w.Bytes = r.End()
	w.endLine(from)
}

// raw writes a line unchanged.
func (w *output) raw(line []byte) {
	from := w.room()
	w.Bytes = append(w.Bytes, line...)
	w.endLine(from)
}

// room makes room for a line and returns the offset at which it begins.
func (w *output) room() int {
	_ = w.FlushFull() // the buffer keeps the error
	return len(w.Bytes)
}

func (w *output) endLine(from int) {
	if c, ok := format.ChangeOf(w.Lines+1, format.Peek(w.Bytes[from:])); ok {
		w.history.Apply(c)
	}
	w.EndLine()
}

// start writes the metadata that begins a wire file.
func (w *output) start() {
	w.raw(timeline.AppendObject(nil, func(o *timeline.Object) {
		o.String("type", format.Metadata)
		o.String("protocol_version", format.ProtocolVersion)
		o.Int("created_at", w.created)
	}))
}

// stamp returns the time of an entry. An entry without a time gets that of the previous record. The time is never in
// the future.
func (w *output) stamp(timestamp string) int64 {
	at, ok := milliseconds(timestamp)
	if !ok {
		at = max(w.last, w.created)
	}
	w.last = min(at, w.now)
	return w.last
}

func milliseconds(timestamp string) (int64, bool) {
	at, err := time.Parse(time.RFC3339, timestamp)
	return at.UnixMilli(), err == nil
}

// event writes an event of a step.
func (w *output) event(time int64, kind string, fn func(*timeline.Object)) {
	w.record(format.AppendLoopEvent, time, func(o *timeline.Object) {
		o.Append("event", func(dst []byte) []byte {
			return timeline.AppendObject(dst, func(o *timeline.Object) {
				o.String("type", kind)
				fn(o)
			})
		})
	})
}

// newID returns an id that no other event of the file has.
func (w *output) newID(kind string) string { return kind + "-" + strconv.Itoa(w.Lines+1) }

// message writes a message with the user's role.
func (w *output) message(time int64, content, origin []byte) {
	w.record(format.AppendMessage, time, func(o *timeline.Object) {
		o.Append("message", func(dst []byte) []byte {
			return timeline.AppendObject(dst, func(o *timeline.Object) {
				o.String("role", "user")
				o.Raw("content", content)
				o.Raw("toolCalls", []byte("[]"))
				if origin != nil {
					o.Raw("origin", origin)
				}
			})
		})
	})
}
