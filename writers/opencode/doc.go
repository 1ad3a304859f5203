// Package opencode writes sessions into OpenCode's database.
//
// Of the three ways into OpenCode, direct rows in one transaction are the only one that is all or nothing: `opencode
// import` leaves the rows before a bad one, takes seconds and moves a session that exists, and the replay of a server's
// events needs a server, which may or may not be running. What is written is checked instead: the database's columns
// before, the session by reading it back after.
//
// Entries that were read from OpenCode are restored from their own rows. All others are converted: a prompt becomes a
// message, what the model answers up to its next look at results becomes one message with parts. Plans are encoded as
// `opencode export` writes sessions.
package opencode
