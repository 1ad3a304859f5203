// Package writers defines what an adapter must do so that a session can be written into its CLI's native format.
//
// A [Writer] is one folder below this one; package adapters lists them. The suite in internal/testkit/adaptertest holds
// every writer to the contract written here.
//
// # Contract
//
// A writer never changes what a session holds: it makes a new one, under a new id, or it adds to one that is still what
// its fingerprint says ([Options].Extends). It writes all or nothing: whatever fails, a full disk included, leaves no
// file behind. It takes the session's entries as they come and holds none of them longer than it must. What the target
// cannot hold is a [Loss] in the report, never silence.
//
// Entries whose native record is in the writer's own format are written from that record, byte for byte but for what
// was asked to change: the session's id, and the links to entries that were left out.
package writers
