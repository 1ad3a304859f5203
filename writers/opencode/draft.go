package opencode

import (
	format "stead/adapters/opencode"
	"stead/timeline"
)

// draft is a message that is being written.
type draft struct {
	ids     *format.IDs
	session string
	id      string
	created int64
	info    func(*timeline.Object)
	parts   []*part
}

// part is a part of a draft. Its data is missing while a call waits for its result.
type part struct {
	id   string
	data []byte
}

// part adds a part. If fn is not nil, it writes the part's data.
func (m *draft) part(fn func(*timeline.Object)) *part {
	p := &part{id: m.ids.Next(format.PartPrefix)}
	if fn != nil {
		o := timeline.NewObject(nil)
		fn(&o)
		p.data = o.End()
	}
	m.parts = append(m.parts, p)
	return p
}

// text adds a part of text. Fn may add members.
func (m *draft) text(text timeline.Text, fn func(*timeline.Object)) {
	m.part(func(o *timeline.Object) {
		o.String("type", "text")
		o.Text("text", text)
		if fn != nil {
			fn(o)
		}
	})
}

// message returns the rows of the message and its parts.
func (m *draft) message() format.Message {
	info := timeline.NewObject(nil)
	m.info(&info)
	whole := format.Message{Row: m.row(format.MessageTable, m.id, info.End())}
	for _, p := range m.parts {
		whole.Parts = append(whole.Parts, m.row(format.PartTable, p.id, p.data))
	}
	return whole
}

func (m *draft) row(table, id string, data []byte) format.Row {
	o := timeline.NewObject(make([]byte, 0, len(data)+256))
	o.String("table", table)
	o.String("id", id)
	if table == format.PartTable {
		o.String("message_id", m.id)
	}
	o.String("session_id", m.session)
	o.Int("time_created", m.created)
	o.Int("time_updated", m.created)
	o.Raw("data", data)
	return format.Row{Table: table, ID: id, Raw: o.End()}
}

// appendTimes appends an object of times. The arguments alternate between names and times.
func appendTimes(dst []byte, name string, at int64, more ...any) []byte {
	o := timeline.NewObject(dst)
	o.Int(name, at)
	for i := 0; i+1 < len(more); i += 2 {
		o.Int(more[i].(string), more[i+1].(int64))
	}
	return o.End()
}
