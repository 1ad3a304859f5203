package kimi

import (
	format "stead/internal/format/kimi"
	"stead/internal/jsonl"
	"stead/timeline"
)

// output writes the lines of a wire file, and follows what they do to the model's context.
type output struct {
	jsonl.Buffer
	history format.History
}

// record writes a line of a type, whose other members fn adds.
func (o *output) record(kind, agent string, time int64, fn func(*timeline.Object)) {
	from := o.begin()
	r := timeline.NewObject(o.Bytes)
	r.String("type", kind)
	r.String("agentId", agent)
	fn(&r)
	r.Int("time", time)
	o.Bytes = r.End()
	o.endLine(from)
}

// raw writes a line as it is.
func (o *output) raw(line []byte) {
	from := o.begin()
	o.Bytes = append(o.Bytes, line...)
	o.endLine(from)
}

// begin makes room for a line and returns where it begins.
func (o *output) begin() int {
	_ = o.FlushFull() // the error stays
	return len(o.Bytes)
}

func (o *output) endLine(from int) {
	if c, ok := format.ChangeOf(o.Lines+1, format.Peek(o.Bytes[from:])); ok {
		o.history.Apply(c)
	}
	o.EndLine()
}
