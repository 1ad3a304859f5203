// Package extract takes the messages out of all sessions and appends them to two files that only grow: see package
// memory.
//
// # What is read, and in which order
//
// Sessions are read in the order of their creation. Sessions that stead made come after those that they were made from,
// and sub-agents' sessions after those that started them. So the first place in which a text is seen is where it was
// said. A session that has not changed since the last time is not opened. In one that has changed, entries whose events
// are already in the file are skipped, and the others follow. Entries are identified by their content, not by their
// position, because some CLIs rewrite their files.
//
// # Memory
//
// Memory use does not grow with the number or the size of the sessions. Two workers read sessions and make the lines of
// both files. One writer takes the sessions in their order, leaves out the texts that were seen before ([seenTable]),
// and appends the rest. The amount of data ahead of the writer is bounded.
//
// # Interruption
//
// The state database records, in one transaction, how long both files are and which sessions are in them. It is written
// after the files. Data in a file beyond the recorded length comes from a process that was killed. The next process
// cuts it off, and then writes the same data again. Everything beside the two files can be removed, because it can be
// rebuilt from them.
package extract
