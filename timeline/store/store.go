package store

import (
	"fmt"
	"slices"
	"time"

	"github.com/hashicorp/go-memdb"
)

// batchSize is how many rows are committed at once. One commit each makes 25,000 entries a second, batches of a hundred 190,000, and
// larger ones fewer again (measured with three indexes and 100,000 rows).
const batchSize = 100

// Store holds the live view. It is safe for use by several goroutines.
type Store struct {
	db    *memdb.MemDB
	clock func() time.Time
}

// New returns an empty store. Clock dates what is added.
func New(clock func() time.Time) *Store {
	db, err := memdb.NewMemDB(schema())
	if err != nil {
		panic(fmt.Sprintf("store: the schema is wrong: %v", err)) // it is a constant, which every test checks
	}
	return &Store{db: db, clock: clock}
}

// Snapshot returns the store as it is now.
func (s *Store) Snapshot() Snapshot { return Snapshot{txn: s.db.Txn(false)} }

// Remove takes a session and its entries out of the store. Its journal stays.
func (s *Store) Remove(key string) error {
	txn := s.db.Txn(true)
	defer txn.Abort()
	if _, err := txn.DeleteAll(tableSessions, indexID, key); err != nil {
		return err
	}
	if _, err := txn.DeleteAll(tableEntries, indexID+"_prefix", key+"\x00"); err != nil {
		return err
	}
	txn.Commit()
	return nil
}

// Forget takes the first entries of a session out of the store, up to a sequence number. The session goes on counting, and its journal keeps
// them: a view of the last ones stays as small as it is when a run goes on for days.
func (s *Store) Forget(key string, upTo uint64) error {
	txn := s.db.Txn(true)
	defer txn.Abort()
	rows, err := txn.LowerBound(tableEntries, indexID, key, uint64(0))
	if err != nil {
		return err
	}
	var old []*Entry
	for row := rows.Next(); row != nil; row = rows.Next() {
		entry := row.(*Entry)
		if entry.Session != key || entry.Sequence > upTo {
			break
		}
		old = append(old, entry)
	}
	for _, entry := range old {
		if err := txn.Delete(tableEntries, entry); err != nil {
			return fmt.Errorf("remove entry %s from the live view: %w", entry.ID, err)
		}
	}
	txn.Commit()
	return nil
}

// add adds rows to a session, numbers them, and keeps the session's own row up to date. It commits in batches.
func (s *Store) add(session *Session, rows []*Entry) error {
	for batch := range slices.Chunk(rows, batchSize) {
		for _, row := range batch {
			session.Entries++
			row.Session, row.Sequence = session.Key, session.Entries
		}
		if err := s.commit(*session, batch); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) commit(session Session, rows []*Entry) error {
	txn := s.db.Txn(true)
	defer txn.Abort()
	for _, row := range rows {
		if err := txn.Insert(tableEntries, row); err != nil {
			return fmt.Errorf("add entry %s to the live view: %w", row.ID, err)
		}
	}
	session.Updated = s.clock()
	if err := txn.Insert(tableSessions, &session); err != nil {
		return fmt.Errorf("add session %s to the live view: %w", session.Key, err)
	}
	txn.Commit()
	return nil
}
