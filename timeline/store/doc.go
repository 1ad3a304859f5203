// Package store keeps the live view of active sessions: what has happened so far, and a way to wait for what comes
// next.
//
// A run's source of truth is its [Journal], an append-only file in the JSON Lines encoding that any reader of the
// universal format reads. The [Store] holds a session for each run: its names, its record, its calls without a result,
// and the last of its entries, without their bodies. So memory grows neither with what a CLI prints nor with how long
// it works. Two sources fill it: the journals of this process's runs, and a [Follower] for each journal that another
// process writes.
//
// A caller that queries the view works on a [Snapshot], which never changes, and gets a [WatchSet] that wakes when the
// data that it saw changes. A caller that wants every entry from some place on uses a [Reader], which takes from the
// journal what the view no longer holds.
package store
