// Package store keeps the live view of running sessions: what has happened so far, with a way to wait for what comes next.
//
// A run's truth is its [Journal], an append-only file in the JSON Lines encoding that any reader of the universal format reads.
// The [Store] is made from journals and holds no bodies, only where they lie, so that memory does not grow with what a CLI prints; after a
// crash it is built from them anew. Readers work on a [Snapshot], which never changes, and are given a [WatchSet] that wakes them when what
// they saw does.
package store
