// Package index keeps catalog.db, which holds the list data and the words of every session, so that lists and searches
// need not read the sessions' files again.
//
// The database holds no text. Its full-text table is contentless: it records which piece of which session has which
// words, and the table piece records where the piece is in the session's file. The whole database can be rebuilt from
// the CLIs' stores, and is rebuilt when the file is damaged or missing.
//
// # How it stays fresh
//
// There is no daemon; a long-lived command uses [Index.Watch]. [Index.Look] compares the places of all stores (see
// [readers.Place]) with those it remembers, by the files' identity, size and time, and looks into the ones that differ.
// A list needs no more than that. [Index.Refresh] then reads the sessions that changed. If records were only appended
// to a file, it reads only those, provided that the reader supports it ([readers.Resumer]). The first time, and
// whenever most sessions are new, it writes a new database beside the old one and then replaces the old one.
//
// # Records that several sessions share
//
// A CLI may copy a conversation into another session. Sessions that begin with the same record (see
// timeline.Summary.Begins) are compared by the ids of their entries. Shared entries are indexed and counted in the
// oldest of these sessions. The table copy records up to which turn the others share them. When one of them is added,
// removed or rewritten, all are read again. A session that has diverged is read incrementally like any other.
//
// # Several processes
//
// Transactions take their lock when they begin, so that none fails halfway. One process at a time refreshes, under a
// lock on a file beside the database; the lock ends with its process. Readers never wait.
//
// # Row ids
//
// A piece's row id consists of the session's number, the piece's place in the session and its kind: see [Row].
package index
