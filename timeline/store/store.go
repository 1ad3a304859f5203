package store

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/hashicorp/go-memdb"

	"stead/timeline"
)

// batchSize is how many rows one commit adds. Committing each row alone makes 25,000 entries a second, batches of a
// hundred make 190,000, and larger batches make fewer again (measured with three indexes and 100,000 rows).
const batchSize = 100

// held is the minimum number of a session's last entries that the view holds, and half of the maximum. A row takes
// about 1.4 KB.
const held = 1000

// Store holds the live view. It is safe for use by several goroutines.
type Store struct {
	db    *memdb.MemDB
	clock func() time.Time
}

// New returns an empty store. Clock provides the time of each change.
func New(clock func() time.Time) *Store {
	db, err := memdb.NewMemDB(schema())
	if err != nil {
		panic(fmt.Sprintf("store: the schema is wrong: %v", err)) // the schema is constant, and every test checks it
	}
	return &Store{db: db, clock: clock}
}

// Snapshot returns the store in its current state.
func (s *Store) Snapshot() Snapshot { return Snapshot{txn: s.db.Txn(false)} }

// Describe sets the other names of a session and the record of who works on it. It adds a session that is not in the
// store, without a journal. It wakes no watcher if nothing changes.
func (s *Store) Describe(key string, names []string, record any) error {
	if now, ok := s.Snapshot().Session(nil, key); ok && slices.Equal(now.Names, names) &&
		reflect.DeepEqual(now.Record, record) {
		return nil
	}
	return s.change(key, true, nil, func(_ *memdb.Txn, session *Session) error {
		session.Names, session.Record = names, record
		return nil
	})
}

// Remove removes a session with its entries and calls from the store. The journal stays.
func (s *Store) Remove(key string) error {
	txn := s.db.Txn(true)
	defer txn.Abort()
	if _, err := txn.DeleteAll(tableSessions, indexID, key); err != nil {
		return err
	}
	for _, table := range []string{tableEntries, tableCalls} {
		if err := removeAll(txn, table, key); err != nil {
			return err
		}
	}
	txn.Commit()
	return nil
}

// Release removes a session's entries and calls from the store, for a session that no one follows any longer. Its names
// and record stay.
func (s *Store) Release(key string) error { return s.announce(key, timeline.Header{}, "", 0) }

// announce adds a session with its journal. The view will hold the entries after the journal's first begin bytes; so
// far it holds none.
func (s *Store) announce(key string, header timeline.Header, journal string, begin int64) error {
	err := s.change(key, true, nil, func(txn *memdb.Txn, session *Session) error {
		session.Header, session.Journal = header, journal
		session.Begin, session.End, session.Dropped = begin, begin, session.Entries
		return errors.Join(removeAll(txn, tableEntries, key), removeAll(txn, tableCalls, key))
	})
	if err != nil {
		return fmt.Errorf("add session %s to the live view: %w", key, err)
	}
	return nil
}

// add adds rows to a session and commits them in batches. It does not recreate a session that was removed.
func (s *Store) add(key string, rows []*Entry) error {
	for batch := range slices.Chunk(rows, batchSize) {
		err := s.change(key, false, batch, func(_ *memdb.Txn, session *Session) error {
			session.End = batch[len(batch)-1].end()
			return nil
		})
		if err != nil {
			return fmt.Errorf("add entries to session %s of the live view: %w", key, err)
		}
	}
	return nil
}

// change changes a session and adds rows to it, in one transaction.
func (s *Store) change(key string, create bool, rows []*Entry, change func(*memdb.Txn, *Session) error) error {
	txn := s.db.Txn(true)
	defer txn.Abort()
	before, err := txn.First(tableSessions, indexID, key)
	if err != nil || before == nil && !create {
		return err
	}
	session := Session{Key: key}
	if before != nil {
		session = *before.(*Session)
	}
	if err := change(txn, &session); err != nil {
		return err
	}
	for _, row := range rows {
		session.Entries++
		row.Session, row.Sequence = key, session.Entries
		if err := insert(txn, row); err != nil {
			return err
		}
	}
	if err := drop(txn, &session); err != nil {
		return err
	}
	session.Revision++
	session.Updated = s.clock()
	if err := txn.Insert(tableSessions, &session); err != nil {
		return err
	}
	txn.Commit()
	return nil
}

// insert adds a row and maintains the calls without a result. A new turn clears the calls of a turn that was
// interrupted.
func insert(txn *memdb.Txn, row *Entry) error {
	if err := txn.Insert(tableEntries, row); err != nil {
		return err
	}
	switch {
	case row.Type == timeline.ToolCall && row.ID != "":
		return txn.Insert(tableCalls, row)
	case row.Type == timeline.ToolResult && row.CallID != "":
		_, err := txn.DeleteAll(tableCalls, indexID, row.Session, row.CallID)
		return err
	case row.startsTurn:
		return removeAll(txn, tableCalls, row.Session)
	}
	return nil
}

// drop removes the first entries of a session from the view, many at a time, when the view holds twice its minimum. The
// calls stay.
func drop(txn *memdb.Txn, session *Session) error {
	if session.Entries-session.Dropped < 2*held {
		return nil
	}
	rows, err := txn.LowerBound(tableEntries, indexID, session.Key, session.Dropped+1)
	if err != nil {
		return err
	}
	var old []*Entry
	for row := rows.Next(); row != nil; row = rows.Next() {
		entry := row.(*Entry)
		if entry.Sequence > session.Entries-held {
			session.Begin = entry.Offset
			break
		}
		old = append(old, entry)
	}
	for _, entry := range old {
		if err := txn.Delete(tableEntries, entry); err != nil {
			return err
		}
	}
	session.Dropped += uint64(len(old))
	return nil
}

func removeAll(txn *memdb.Txn, table, key string) error {
	_, err := txn.DeleteAll(table, indexID+"_prefix", key+"\x00")
	return err
}
