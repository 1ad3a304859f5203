// Package summaries keeps what lists show of the sessions of many machines, in a database of this machine, and pages through them, newest first.
//
// The hub's stream brings the summaries, sealed. This database is where they can be read, so it is where they are sorted and filtered.
package summaries
