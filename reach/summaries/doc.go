// Package summaries has each machine know what lists show of the sessions and runs of the user's other machines, also
// while those are away.
//
// A node publishes a summary of each of its sessions, and of its newest runs, sealed, as the one message of a subject
// ([Publisher]). Whoever lists brings a database up to date from that stream ([Reader], [Store]): there they can be
// read, so there they are sorted and filtered.
//
// The keys of summaries are those of package seal, under a name that is made of the machine's key. When a machine may
// have been revoked, the next epoch begins, so that it opens nothing that is published from then on. What was published
// before stays under its old key, for those who join later.
package summaries
