// Package summaries keeps each machine informed of what lists show of the sessions and runs of the user's other
// machines, even while those are away.
//
// A node publishes a summary of each of its sessions, and of its newest runs, sealed, as the one message of a subject
// ([Publisher]). A machine that lists them updates a database from that stream ([Reader], [Store]). There the summaries
// are readable, so they are sorted and filtered there.
//
// The keys of summaries are those of package seal, under a name that is made of the machine's key. When a machine may
// have been revoked, the next epoch begins, so that it cannot open anything published from then on. Older messages stay
// under their old key, for machines that join later.
package summaries
