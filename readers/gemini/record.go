package gemini

import (
	format "stead/adapters/gemini"
	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// record is a parsed line. All of it is known from the line alone; a [conversation] tells what of it is new.
type record struct {
	number  int
	offset  int64
	raw     []byte
	damaged bool
	kind    format.Kind
	// timestamp is the line's own time, where it has one.
	timestamp string
	// value is the object of a header or an update, messages are theirs, or the one that the line is.
	value    jsonl.Value
	messages []message
	// replaces is set when the messages replace all others.
	replaces bool
	rewindTo string
	// unreadable is the entry of a line that is no JSON.
	unreadable *timeline.Entry
	// unknown is the kind of a line that stead does not know.
	unknown string
}

// parse makes a record of a line. It never fails: what it cannot make out is of no kind.
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

// native returns the record of the line for its first entry, or only the position for a further one.
func (r *record) native(first bool) *timeline.Record {
	n := &timeline.Record{CLI: format.Name, Line: r.number, Offset: r.offset}
	if first {
		n.Raw, n.Damaged = r.raw, r.damaged
	}
	return n
}
