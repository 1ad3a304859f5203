package recordtree

import (
	"slices"

	"stead/internal/adapt/entry"
	"stead/internal/adapt/jsonl"
	"stead/timeline"
)

// Restorer writes the records of a session back into a file of their own format, in the order in which they stood. The
// zero value is not ready for use.
type Restorer struct {
	// IsSame is set when the session keeps its id: nothing is changed then.
	IsSame bool
	// IsMoved is set when the session goes on in another folder than the one in which it was held.
	IsMoved bool

	write func(record []byte) error
	order Order
	// session and line are those of the last record, whose further entries are passed over.
	session string
	line    int
	ids     entry.IDs
}

// NewRestorer returns a restorer that gives its records to write. From and to are the folders in which the session was
// held and goes on: empty where that is not known.
func NewRestorer(isSame bool, from, to string, write func(record []byte) error) Restorer {
	return Restorer{IsSame: isSame, IsMoved: !isSame && to != "" && to != from, write: write, ids: entry.NewIDs()}
}

// Takes reports whether a record is written back: it is there, or has been with an entry before.
func (r *Restorer) Takes(n *timeline.Record) bool {
	return n.Raw != nil || r.session == n.Session && r.line == n.Line
}

// Begin says that a record comes next, and flushes those of another session.
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

// Add writes the record that was begun, as it is now, when its turn has come.
func (r *Restorer) Add(record []byte) error { return r.order.Add(r.line, record, r.write) }

// Flush writes all records that wait for their turn.
func (r *Restorer) Flush() error { return r.order.Flush(r.write) }

// Saw notes that a record of that id is in the file.
func (r *Restorer) Saw(id string) { r.ids.Take(id) }

// Parent returns the change that a record needs which follows one that is not in the file: it follows tip instead.
func (r *Restorer) Parent(parent jsonl.Value, tip string) []jsonl.Change {
	if !parent.IsString() || tip == "" || r.ids.Has(parent.String()) {
		return nil
	}
	return []jsonl.Change{{Value: parent, Text: tip}}
}

// Rewritten returns a record with what change makes of its JSON: nil leaves it as it is. What stands around the JSON
// stays. A record that is no JSON is not changed.
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
