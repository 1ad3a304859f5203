// Package index keeps catalog.db: what a list shows of every session, and the words of all of them, so that neither
// needs the sessions' files again.
//
// The database holds no text. Its full-text table is contentless: it knows which piece of which session has which
// words, and the table piece says where in the session's file that stands. Everything in it can be made anew from the
// CLI's stores, and is, when the file is damaged or gone.
//
// # How it stays fresh
//
// There is no daemon; a command that lives long has [Index.Watch]. [Index.Look] compares the places of all stores (see
// [readers.Place]) with those it remembers, by the files' identity, size and time, and looks into the ones that differ:
// that is all a list needs. [Index.Refresh] then reads the sessions that changed; of a file to which records were
// appended only those, where its reader can do that ([readers.Resumer]). The first time, and whenever most of the
// sessions are new, it writes a new database beside the old one and puts it in its place.
//
// # What several sessions have
//
// A CLI may copy a conversation into another session. Sessions that begin with the same record (see
// timeline.Summary.Begins) are compared by the ids of their entries: what several have is indexed and counted in the
// first of them, by their age. The table copy says up to which turn the others have it. When one of them comes, goes or
// is rewritten, all are read anew; one that has gone its own way is read on like any other.
//
// # Several processes
//
// Transactions take their lock when they begin, so that none fails halfway. One process at a time refreshes, under a
// lock on a file beside the database; it ends with its process. Readers never wait.
//
// # Row ids
//
// A piece's row id is the session's number, its place in the session and its kind: see [Row].
package index
