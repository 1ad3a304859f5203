// Package opencode reads the sessions of OpenCode: from its database while it runs, from the tree of files of versions
// before 1.2, and from the files that `opencode export` writes.
//
// A row of the database is a record. The session's row is the first; then comes that of each message, followed by those
// of its parts. A part becomes an entry. The results of a message's calls follow its last part, because all of them
// belong to one answer of the model. Content that the CLI itself added (texts marked synthetic, snapshots, the bounds
// of steps) is hidden.
package opencode
