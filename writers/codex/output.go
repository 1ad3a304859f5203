package codex

import (
	format "stead/internal/format/codex"
	"stead/internal/jsonl"
)

// output writes a rollout's lines.
type output struct {
	jsonl.Buffer
	mode format.Mode
	// ordinal is that of the next line of a paginated rollout.
	ordinal int64
}

// line writes a line whose payload fn appends. It returns where the payload stands in the buffer, until the next line.
func (o *output) line(kind, timestamp string, fn func(dst []byte) []byte) (payload []byte) {
	return o.noted(kind, timestamp, nil, fn)
}

// noted writes a line with a note of stead's own, where there is one.
func (o *output) noted(kind, timestamp string, note []byte, fn func(dst []byte) []byte) (payload []byte) {
	_ = o.FlushFull() // a giant body stands in two lines: only one of them is held; the error stays
	o.Bytes = append(o.Bytes, `{"timestamp":"`...)
	o.Bytes = append(o.Bytes, timestamp...)
	o.Bytes = append(o.Bytes, '"')
	if o.mode == format.Paginated {
		o.Bytes = append(o.Bytes, `,"ordinal":`...)
		o.Bytes = appendInt(o.Bytes, o.ordinal)
		o.ordinal++
	}
	o.Bytes = append(o.Bytes, `,"type":"`...)
	o.Bytes = append(o.Bytes, kind...)
	o.Bytes = append(o.Bytes, `","payload":`...)
	from := len(o.Bytes)
	o.Bytes = fn(o.Bytes)
	to := len(o.Bytes)
	if note != nil {
		o.Bytes = append(append(o.Bytes, `,"`+format.NoteMember+`":`...), note...)
	}
	payload = o.Bytes[from:to]
	o.Bytes = append(o.Bytes, '}')
	o.EndLine()
	return payload
}

// raw writes a line as it is.
func (o *output) raw(line []byte) {
	o.Bytes = append(o.Bytes, line...)
	o.EndLine()
}
