// Package claude knows the native session format of Claude Code: its records, where they are stored, which texts its
// harness adds, and its tools. The reader, the writer and the driver share it.
//
// A session is a file of JSON Lines. Records of the types user, assistant, system and attachment form a tree by uuid
// and parentUuid; all others are outside the tree. One model response is several assistant records with the same
// message.id, one for each content block. Facts without another source were observed with the versions in [Info].
//
// The package also reads the files that Claude Code's /export writes: the terminal's text, 80 columns wide. This export
// is the poorest of all: markup, ids, times, thinking, complete results and real line breaks are lost, and its texts
// never equal those of the session.
//
// Observed with claude 2.1.197. Only a mark in column 0 begins an item; continuation lines are indented by two blanks.
package claude
