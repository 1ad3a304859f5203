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
	// Key identifies the session in the store: the id of a run.
	Key string
	// Names are other names that find the session: the references of the sessions in its CLIs, such as "codex:0199...".
	Names []string
	// Record describes who works on the session. The store keeps it without inspecting it.
	Record any
	Header timeline.Header
	// Journal is the path of the session's journal. It is empty while only the record is known.
	Journal string
	// Begin and End delimit the part of the journal, in bytes, whose entries the view holds.
	Begin, End int64
	// Entries counts the entries that came into the view; their sequence numbers are 1 to Entries. The view no longer
	// holds the first Dropped of them.
	Entries, Dropped uint64
	// Revision grows with each change of the row. Updated is the time of the last change.
	Revision uint64
	Updated  time.Time
}

// Entry is the row of an entry, with the fields that lists need. [Line.Entry] returns the whole entry. Rows are shared
// and must not be changed.
type Entry struct {
	Session  string
	Sequence uint64
	ID       string
	// CallID is the id of the call that a result answers. It is empty for other types.
	CallID    string
	Type      timeline.EntryType
	Tool      timeline.Tool
	Timestamp string
	Hidden    bool
	Branch    string
	// Native is the id of the session in its CLI's store that the entry comes from.
	Native string
	// Offset and Length locate the entry's line in the journal, in bytes, without its line feed.
	Offset int64
	Length int

	startsTurn bool
	// named is the branch that the entry's line names.
	named string
}

// end returns the offset of the line after the entry's line.
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

// within returns a table of entries that are identified by their session and a field.
func within(name string, field memdb.Indexer) *memdb.TableSchema {
	id := &memdb.CompoundIndex{Indexes: []memdb.Indexer{&memdb.StringFieldIndex{Field: "Session"}, field}}
	return &memdb.TableSchema{Name: name, Indexes: map[string]*memdb.IndexSchema{
		indexID: {Name: indexID, Unique: true, Indexer: id}}}
}
