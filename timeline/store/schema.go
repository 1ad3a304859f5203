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

	indexID   = "id"   // sessions by key; entries by session and sequence
	indexName = "name" // entries by session and entry id
	indexCall = "call" // entries by session and call id: the call and its results
)

// Session is the row of a session.
type Session struct {
	// Key names the session in the store: a run's id.
	Key    string
	Header timeline.Header
	// Journal is the path of its journal.
	Journal string
	// Entries counts its entries, whose sequence numbers are 1 to Entries.
	Entries uint64
	// Updated is when the last of them was added to the store.
	Updated time.Time
}

// Entry is the row of an entry: what lists and counters need of it. [Journal.Read] gives the whole. Rows are shared and
// must not be changed.
type Entry struct {
	Session  string
	Sequence uint64
	ID       string
	// CallID is the id of the call that a result answers; for a call its own id. Empty otherwise.
	CallID    string
	Type      timeline.EntryType
	Tool      timeline.Tool
	Timestamp string
	Hidden    bool
	Branch    string
	Success   bool
	// Offset and Length say where the entry's line lies in the journal, without its line feed, in bytes.
	Offset int64
	Length int
}

func schema() *memdb.DBSchema {
	return &memdb.DBSchema{Tables: map[string]*memdb.TableSchema{
		tableSessions: sessionsSchema(),
		tableEntries:  entriesSchema(),
	}}
}

func sessionsSchema() *memdb.TableSchema {
	return &memdb.TableSchema{Name: tableSessions, Indexes: map[string]*memdb.IndexSchema{
		indexID: {Name: indexID, Unique: true, Indexer: &memdb.StringFieldIndex{Field: "Key"}},
	}}
}

func entriesSchema() *memdb.TableSchema {
	within := func(field memdb.Indexer) memdb.Indexer {
		return &memdb.CompoundIndex{Indexes: []memdb.Indexer{&memdb.StringFieldIndex{Field: "Session"}, field}}
	}
	return &memdb.TableSchema{Name: tableEntries, Indexes: map[string]*memdb.IndexSchema{
		indexID:   {Name: indexID, Unique: true, Indexer: within(&memdb.UintFieldIndex{Field: "Sequence"})},
		indexName: {Name: indexName, Indexer: within(&memdb.StringFieldIndex{Field: "ID"})},
		indexCall: {Name: indexCall, AllowMissing: true, Indexer: within(&memdb.StringFieldIndex{Field: "CallID"})},
	}}
}
