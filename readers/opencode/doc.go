// Package opencode reads the sessions of OpenCode: from its database while it runs, from the tree of files of versions
// before 1.2, and from the files that `opencode export` writes.
//
// A row of the database is a record: that of the session is the first, then comes that of each message, followed by
// those of its parts. A part becomes an entry; the results of a message's calls follow its last part, as all of them
// belong to one answer of the model. What the CLI has put there itself (texts marked synthetic, snapshots, the bounds
// of steps) is hidden.
package opencode
