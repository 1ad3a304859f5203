// Package opencode writes sessions into OpenCode's database.
//
// There are three ways to add sessions to OpenCode, and only rows written directly in one transaction are all or
// nothing. `opencode import` leaves the rows before a bad one, takes seconds and moves an existing session. Replaying a
// server's events needs a server, which may or may not be running. The writer therefore checks its work itself: it
// checks the database's columns before, and reads the session back after.
//
// Entries that were read from OpenCode are restored from their own rows. All others are converted: a prompt becomes a
// message, and so does the model's answer up to the next time that the model reads results, with its texts and calls as
// parts. Plans are encoded in the form of `opencode export`.
package opencode
