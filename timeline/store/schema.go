package store

import (
	"time"

	"github.com/hashicorp/go-memdb"

	"stead/timeline"
)

// The tables and their indexes.
const (
	tableSessions = "sessions"
	tableEntries  = "entries"
	tableCalls    = "calls"

	indexID   = "id"   // sessions by key; entries by session and sequence; calls by session and id
	indexName = "name" // sessions by each of their names
)

// Session is the row of a session.
type Session struct {
	// Key names the session in the store: a run's id.
	Key string
	// Names are others by which it is found: the references of the sessions that its CLIs hold, "codex:0199...".
	Names []string
	// Record is what is known of who works on it. The store keeps it and does not look at it.
	Record any
	Header timeline.Header
	// Journal is the path of its journal. Empty as long as nothing but the record is known.
	Journal string
	// Begin and End are the part of the journal, in bytes, whose entries the view holds.
	Begin, End int64
	// Entries counts the entries that came into the view, whose sequence numbers are 1 to Entries. The first Dropped of
	// them are no more in it.
	Entries, Dropped uint64
	// Revision grows with each change of the row, Updated is when the last one was.
	Revision uint64
	Updated  time.Time
}

// Entry is the row of an entry: what lists need of it. [Line.Entry] gives the whole. Rows are shared and must not be
// changed.
type Entry struct {
	Session  string
	Sequence uint64
	ID       string
	// CallID is the id of the call that a result answers. Empty otherwise.
	CallID    string
	Type      timeline.EntryType
	Tool      timeline.Tool
	Timestamp string
	Hidden    bool
	Branch    string
	// Native is the id of the session, in the store of its CLI, that the entry comes from.
	Native string
	// Offset and Length say where the entry's line lies in the journal, without its line feed, in bytes.
	Offset int64
	Length int

	startsTurn bool
	// named is the branch that its line names.
	named string
}

// end is where the line after the entry's begins.
func (e *Entry) end() int64 { return e.Offset + int64(e.Length) + 1 }

func schema() *memdb.DBSchema {
	return &memdb.DBSchema{Tables: map[string]*memdb.TableSchema{
		tableSessions: {Name: tableSessions, Indexes: map[string]*memdb.IndexSchema{
			indexID:   {Name: indexID, Unique: true, Indexer: &memdb.StringFieldIndex{Field: "Key"}},
			indexName: {Name: indexName, AllowMissing: true, Indexer: &memdb.StringSliceFieldIndex{Field: "Names"}},
		}},
		tableEntries: within(tableEntries, &memdb.UintFieldIndex{Field: "Sequence"}),
		tableCalls:   within(tableCalls, &memdb.StringFieldIndex{Field: "ID"}),
	}}
}

// within is a table of entries, identified by their session and a field.
func within(name string, field memdb.Indexer) *memdb.TableSchema {
	id := &memdb.CompoundIndex{Indexes: []memdb.Indexer{&memdb.StringFieldIndex{Field: "Session"}, field}}
	return &memdb.TableSchema{Name: name, Indexes: map[string]*memdb.IndexSchema{
		indexID: {Name: indexID, Unique: true, Indexer: id}}}
}
