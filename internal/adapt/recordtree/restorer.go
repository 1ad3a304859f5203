package recordtree

import (
	"slices"

	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Restorer writes the records of a session back into a file of their own format, in their original order. The zero
// value is not ready for use.
type Restorer struct {
	// IsSame is set if the session keeps its id: nothing is changed then.
	IsSame bool
	// IsMoved is set if the session continues in another folder than the one in which it was held.
	IsMoved bool

	write func(record []byte) error
	order Order
	// session and line are those of the last record, whose further entries are skipped.
	session string
	line    int
	ids     entry.IDs
}

// NewRestorer returns a restorer that passes its records to write. From is the folder in which the session was held, to
// the folder in which it continues; empty if unknown.
func NewRestorer(isSame bool, from, to string, write func(record []byte) error) Restorer {
	return Restorer{IsSame: isSame, IsMoved: !isSame && to != "" && to != from, write: write, ids: entry.NewIDs()}
}

// Takes reports whether a record is written back: it is present, or was present with an earlier entry.
func (r *Restorer) Takes(n *timeline.Record) bool {
	return n.Raw != nil || r.session == n.Session && r.line == n.Line
}

// Begin announces the next record, and flushes those of another session.
func (r *Restorer) Begin(n *timeline.Record) error {
	if n.Session != r.session {
		if err := r.Flush(); err != nil {
			return err
		}
		r.order.From(n.Line)
	}
	r.session, r.line = n.Session, n.Line
	return nil
}

// Add writes the announced record in its current form, when it is next in order.
func (r *Restorer) Add(record []byte) error { return r.order.Add(r.line, record, r.write) }

// Flush writes all waiting records.
func (r *Restorer) Flush() error { return r.order.Flush(r.write) }

// Saw records that the file has a record with the id.
func (r *Restorer) Saw(id string) { r.ids.Take(id) }

// Parent returns the change for a record that follows a record missing from the file: it follows tip instead.
func (r *Restorer) Parent(parent jsonl.Value, tip string) []jsonl.Change {
	if !parent.IsString() || tip == "" || r.ids.Has(parent.String()) {
		return nil
	}
	return []jsonl.Change{{Value: parent, Text: tip}}
}

// Rewritten returns a record with its JSON replaced by the result of change; nil leaves it unchanged. Bytes around the
// JSON stay. A record that is not JSON is not changed.
func Rewritten(raw []byte, change func(sound []byte) []byte) []byte {
	before, sound, after, ok := jsonl.Split(raw)
	if !ok {
		return raw
	}
	changed := change(sound)
	if changed == nil {
		return raw
	}
	return slices.Concat(before, changed, after)
}
