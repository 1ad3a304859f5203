// Package opencode writes sessions into OpenCode's database.
//
// Of the three ways into OpenCode, only direct rows in one transaction are all or nothing. `opencode import` leaves the
// rows before a bad one, takes seconds and moves an existing session. Replaying a server's events needs a server, which
// may or may not be running. The writer therefore checks its work itself: the database's columns before, the session by
// reading it back after.
//
// Entries that were read from OpenCode are restored from their own rows. All others are converted: a prompt becomes a
// message, and the model's answer up to the next time that it reads results becomes one message with parts. Plans are
// encoded in the form of `opencode export`.
package opencode
