package gemini

import (
	format "stead/adapters/gemini"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// record is a parsed line. Everything in it comes from the line alone. A [conversation] determines what is new.
type record struct {
	number  int
	offset  int64
	raw     []byte
	damaged bool
	kind    format.Kind
	// timestamp is the line's own time, if it has one.
	timestamp string
	// value is the object of a header or an update. messages are the messages in it, or the single message of the line.
	value    jsonl.Value
	messages []message
	// replaces reports that the messages replace all others.
	replaces bool
	rewindTo string
	// unreadable is the entry of a line that is not valid JSON.
	unreadable *timeline.Entry
	// unknown is the kind of a line that stead does not know.
	unknown string
}

// parse converts a line to a record. It never fails: a line that it cannot read has no kind.
func parse(line jsonl.Line) record {
	clean, changed, ok := jsonl.Clean(line.Bytes)
	r := record{number: line.Number, offset: line.Offset, raw: line.Raw(), damaged: changed || !ok}
	if ok {
		r.read(format.Peek(clean))
		if r.kind == "" {
			r.value = clean
			r.unknown, _ = format.UnknownLine(clean)
		}
	} else {
		r.unreadable = entry.Unreadable(clean)
	}
	return r
}

func (r *record) read(l format.Line) {
	r.kind, r.value, r.rewindTo = l.Kind, l.Value, l.RewindTo
	switch l.Kind {
	case format.Message:
		m := parseMessage(l.Value)
		r.timestamp, r.messages = m.timestamp, []message{m}
	case format.Header, format.Update:
		r.timestamp = l.Value.Get("lastUpdated").String()
		r.replaces = l.Kind == format.Update && l.Messages != nil
		for value := range jsonl.Elements(l.Messages) {
			if value.Get("id").IsString() {
				r.messages = append(r.messages, parseMessage(value))
			}
		}
	}
}

// native returns the record of the line for its first entry, and only the position for the others.
func (r *record) native(first bool) *timeline.Record {
	n := &timeline.Record{CLI: format.Name, Line: r.number, Offset: r.offset}
	if first {
		n.Raw, n.Damaged = r.raw, r.damaged
	}
	return n
}
