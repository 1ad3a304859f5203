package opencode

import (
	format "stead/adapters/opencode"
	"stead/writers"
)

// output passes a session's rows to a sink, and counts the entries and losses.
type output struct {
	sink    sink
	report  writers.Report
	started bool
	row     format.Row // the session's row
	last    format.Row // the newest message
	lines   int
	size    int64
}

// session passes the row of the session to the sink.
func (o *output) session(row format.Row, project format.Project) error {
	o.started, o.row = true, row
	o.lines++
	o.size += int64(len(row.Raw))
	return o.sink.session(row, project)
}

// message passes a complete message to the sink.
func (o *output) message(m format.Message) error {
	o.lines += 1 + len(m.Parts)
	o.size += int64(len(m.Row.Raw))
	for _, part := range m.Parts {
		o.size += int64(len(part.Raw))
	}
	o.last = m.Row
	return o.sink.message(m)
}

// end records what was written.
func (o *output) end() error {
	return o.sink.note(o.row, format.Written{Lines: o.lines, Last: o.last.ID, Time: o.last.Get("time_created").Int()})
}

func (o *output) lose(what, why string) { o.report.Losses.Add(what, why) }
