package store

import (
	"iter"

	"github.com/hashicorp/go-memdb"
)

// WatchSet collects what a reader has seen, and waits until any of it changes.
type WatchSet = memdb.WatchSet

// NewWatchSet returns an empty set.
func NewWatchSet() WatchSet { return memdb.NewWatchSet() }

// Snapshot is the store as it was at one moment. It is safe for use by several goroutines. Its methods add what they
// looked at to the watch set, which may be nil.
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

// Session returns the session of a key.
func (s Snapshot) Session(watch WatchSet, key string) (session Session, ok bool) {
	changed, row, err := s.txn.FirstWatch(tableSessions, indexID, key)
	mustKnow(err)
	watch.Add(changed)
	if row == nil {
		return Session{}, false
	}
	return *row.(*Session), true
}

// Entries yields the entries of a session that the view holds and whose sequence number is at least from, in order. The
// watch set wakes when entries are added.
func (s Snapshot) Entries(watch WatchSet, key string, from uint64) iter.Seq[*Entry] {
	s.Session(watch, key) // its row changes with each entry, and a range cannot be watched
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

// Named returns the session that has a name, beside its key: the one with the last key, where several have it.
func (s Snapshot) Named(watch WatchSet, name string) (session Session, ok bool) {
	rows, err := s.txn.Get(tableSessions, indexName, name)
	mustKnow(err)
	watch.Add(rows.WatchCh())
	for row := rows.Next(); row != nil; row = rows.Next() {
		session, ok = *row.(*Session), true
	}
	return session, ok
}

// OpenCalls returns the calls of a session that have no result yet, in the order of their ids. Those of a turn that was
// broken off by the next one are none.
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

// mustKnow panics for the only error that a read can have: a table, an index or an argument that the schema does not
// know.
func mustKnow(err error) {
	if err != nil {
		panic("store: " + err.Error())
	}
}
