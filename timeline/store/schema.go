package store

import (
	"fmt"

	"github.com/hashicorp/go-memdb"

	"stead/timeline"
)

// Names of the table and its indexes.
const (
	tableEntries  = "entries"
	indexSequence = "id" // go-memdb demands that the first index has this name
	indexEntry    = "entry"
	indexCall     = "call"
)

// Row is an entry without its body.
type Row struct {
	// Sequence is the entry's position in the journal, from 1.
	Sequence uint64
	// ID is the entry's id; CallID that of the call which a tool result answers.
	ID     string
	CallID string
	Type   timeline.EntryType
	Hidden bool
	// Offset and Length say where in the journal its line lies, in bytes.
	Offset, Length int64
}

func schema() *memdb.DBSchema {
	return &memdb.DBSchema{Tables: map[string]*memdb.TableSchema{
		tableEntries: {Name: tableEntries, Indexes: map[string]*memdb.IndexSchema{
			indexSequence: {Name: indexSequence, Unique: true, Indexer: sequenceIndex{}},
			indexEntry:    {Name: indexEntry, Indexer: &memdb.StringFieldIndex{Field: "ID"}},
			indexCall:     {Name: indexCall, AllowMissing: true, Indexer: &memdb.StringFieldIndex{Field: "CallID"}},
		}},
	}}
}

// sequenceIndex sorts rows by number. The library's own index of integers sorts by a variable-length code.
type sequenceIndex struct{}

// FromArgs implements memdb.Indexer.
func (sequenceIndex) FromArgs(args ...any) ([]byte, error) {
	if len(args) == 1 {
		if n, ok := args[0].(uint64); ok {
			return bigEndian(n), nil
		}
	}
	return nil, fmt.Errorf("the index of sequences takes one uint64, not %v", args)
}

// FromObject implements memdb.SingleIndexer.
func (sequenceIndex) FromObject(row any) (bool, []byte, error) {
	return true, bigEndian(row.(*Row).Sequence), nil
}

func bigEndian(n uint64) []byte {
	return []byte{byte(n >> 56), byte(n >> 48), byte(n >> 40), byte(n >> 32), byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}
}
