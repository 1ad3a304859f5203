// Package extract takes what was said out of all sessions and keeps it in two files that only grow: see package memory.
//
// # What is read, and in which order
//
// Sessions are read in the order of their creation, those that stead made of others behind the ones they were made of,
// sub-agents' behind the ones that started them. So the first place in which a text is seen is where it was said. A
// session that has not changed since it was read is not opened. Of one that has changed, the entries whose events are
// in the file are passed over, and the others follow: entries are told apart by what they say, not by where they stand,
// as some CLIs write their files anew.
//
// # Memory
//
// It does not grow with the number or the size of the sessions. Two workers read sessions and make the lines of both
// files; one writer takes the sessions in their order, leaves out the texts that were seen before ([seenTable]), and
// appends. What is ahead of the writer is bounded.
//
// # Interruption
//
// The state database says how long both files are and which sessions are in them, in one transaction; it is written
// after the files. What a file holds beyond that length comes from a process that was killed and is cut off by the next
// one, which then writes the same again. Everything beside the two files can be removed: it is made again from them.
package extract
