package entry

import (
	"bytes"
	"strconv"

	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Group creates the entries of one record.
type Group struct {
	// Entries holds the entries created so far.
	Entries []*timeline.Entry
	// ID is the id of the record. Its first entry has the same id, unless that entry has its own.
	ID        string
	timestamp string
	native    timeline.Record
}

// NewGroup returns an empty group for a line. Its id is derived from the line number. Damaged has the meaning that it
// has in [timeline.Record].
func NewGroup(cli string, line jsonl.Line, damaged bool) Group {
	native := timeline.Record{CLI: cli, Line: line.Number, Offset: line.Offset, Raw: line.Raw(), Damaged: damaged}
	return Group{ID: "line-" + strconv.Itoa(line.Number), native: native}
}

// Name sets the id of the record, if it has one, and its time.
func (g *Group) Name(id, timestamp string) {
	if id != "" {
		g.ID = id
	}
	g.timestamp = timestamp
}

// Add appends an entry. An empty id stands for the id of the record, with a number from the second entry on. The first
// entry holds the record.
func (g *Group) Add(kind timeline.EntryType, id string) *timeline.Entry {
	e := &timeline.Entry{ID: id, Type: kind, Timestamp: g.timestamp}
	n := len(g.Entries)
	if id == "" {
		e.ID = g.ID
		if n > 0 {
			e.ID += "#" + strconv.Itoa(n+1)
		}
	}
	native := g.native
	if n > 0 {
		e.ParentID = g.Entries[n-1].ID
		native.Raw, native.Damaged = nil, false
	}
	e.Native = &native
	g.Entries = append(g.Entries, e)
	return e
}

// Hide appends a hidden system entry.
func (g *Group) Hide(text timeline.Text) *timeline.Entry {
	e := g.Add(timeline.System, "")
	e.Hidden, e.Content = true, text
	return e
}

// After returns an output without the failure that precedes it on separate lines.
func After(output, failure timeline.Text) timeline.Text {
	rest, ok := bytes.CutPrefix(output.Inner(), failure.Inner())
	if ok && len(rest) == 0 {
		return timeline.Text{}
	}
	if ok && bytes.HasPrefix(rest, []byte(`\n`)) {
		return output.Slice(output.Len()-len(rest)+len(`\n`), output.Len())
	}
	return output
}
