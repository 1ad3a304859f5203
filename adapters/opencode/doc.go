// Package opencode knows the native format of OpenCode: where its sessions are stored, what a row of its database
// holds, how ids are made, which project a folder belongs to, and how its tools and their arguments relate to the
// universal ones. The reader, the writer and the driver share it.
//
// # Three forms of one session
//
// A session is a row of the table session, with rows of the tables message and part. Before OpenCode 1.2, each row was
// a JSON file in a tree of folders. The command `opencode export` writes all rows of a session as one JSON document. In
// all three forms a [Row] is the same JSON object, so a session can be restored from any of them.
//
// # Reading leaves no trace
//
// OpenCode keeps its database in WAL mode and leaves the -wal and -shm files behind. SQLite itself would write to the
// -shm file, or create one, even when it only reads. Package snapshot reads the two files that hold the data with its
// own code, takes no lock, and reports afterwards whether the data that it read was consistent.
//
// Facts were found by running opencode 1.18.33, or read in the program's own JavaScript, unless a comment says
// otherwise.
package opencode
