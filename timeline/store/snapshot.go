package store

import (
	"iter"

	"github.com/hashicorp/go-memdb"
)

// WatchSet collects what a caller has read, and waits until any of it changes.
type WatchSet = memdb.WatchSet

// NewWatchSet returns an empty set.
func NewWatchSet() WatchSet { return memdb.NewWatchSet() }

// Snapshot is the store at one moment. It is safe for concurrent use. Its methods add what they read to the watch set,
// which may be nil.
type Snapshot struct {
	txn *memdb.Txn
}

// Sessions returns all sessions in the order of their keys.
func (s Snapshot) Sessions(watch WatchSet) []Session {
	rows, err := s.txn.Get(tableSessions, indexID)
	mustKnow(err)
	watch.Add(rows.WatchCh())
	var sessions []Session
	for row := rows.Next(); row != nil; row = rows.Next() {
		sessions = append(sessions, *row.(*Session))
	}
	return sessions
}

// Session returns the session with a key.
func (s Snapshot) Session(watch WatchSet, key string) (session Session, ok bool) {
	changed, row, err := s.txn.FirstWatch(tableSessions, indexID, key)
	mustKnow(err)
	watch.Add(changed)
	if row == nil {
		return Session{}, false
	}
	return *row.(*Session), true
}

// Entries yields, in order, the entries of a session that the view holds and whose sequence number is at least from.
// The watch set wakes when entries are added.
func (s Snapshot) Entries(watch WatchSet, key string, from uint64) iter.Seq[*Entry] {
	s.Session(watch, key) // the session's row changes with each entry, and a range cannot be watched
	return func(yield func(*Entry) bool) {
		rows, err := s.txn.LowerBound(tableEntries, indexID, key, from)
		mustKnow(err)
		for row := rows.Next(); row != nil; row = rows.Next() {
			entry := row.(*Entry)
			if entry.Session != key || !yield(entry) {
				return
			}
		}
	}
}

// Named returns the session with a name other than its key. If several have it, the one with the last key wins.
func (s Snapshot) Named(watch WatchSet, name string) (session Session, ok bool) {
	rows, err := s.txn.Get(tableSessions, indexName, name)
	mustKnow(err)
	watch.Add(rows.WatchCh())
	for row := rows.Next(); row != nil; row = rows.Next() {
		session, ok = *row.(*Session), true
	}
	return session, ok
}

// OpenCalls returns the calls of a session that have no result yet, in the order of their ids. It excludes calls of a
// turn that the next turn interrupted.
func (s Snapshot) OpenCalls(watch WatchSet, key string) []*Entry {
	rows, err := s.txn.Get(tableCalls, indexID+"_prefix", key+"\x00")
	mustKnow(err)
	watch.Add(rows.WatchCh())
	var calls []*Entry
	for row := rows.Next(); row != nil; row = rows.Next() {
		calls = append(calls, row.(*Entry))
	}
	return calls
}

// mustKnow panics on the only error that a read can have: a table, an index or an argument that the schema does not
// define.
func mustKnow(err error) {
	if err != nil {
		panic("store: " + err.Error())
	}
}
