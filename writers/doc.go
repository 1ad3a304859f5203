// Package writers defines what an adapter must implement so that stead can write a session in its CLI's native format.
//
// A [Writer] is one folder below this one; package adapters lists them. The suite in internal/testkit/adaptertest
// checks every writer against the contract written here.
//
// # Contract
//
// A writer never changes what a session holds. It makes a new session, under a new id, or adds to one that still
// matches its fingerprint ([Options].Extends). It writes all or nothing: no failure, not even a full disk, leaves a
// file behind. It takes the session's entries one by one and holds none of them longer than necessary. What the target
// cannot hold is a [Loss] in the report, never silence.
//
// Entries whose native record is in the writer's own format are written from that record, byte for byte except for the
// requested changes: the session's id, and the links to entries that were left out.
package writers
