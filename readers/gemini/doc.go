// Package gemini reads sessions of Gemini CLI: JSON Lines of messages, where a later one replaces an earlier one with
// the same id, and of snapshots that replace them all; and the single JSON objects of versions before 0.39.
//
// A conversation stands in such a file many times over: the CLI writes a message again when its tools have run, the
// whole history with each resume, and all of it under new ids when a turn was cancelled. A [conversation] tells what is
// new in a line. Entries stay at the line that brought them first, so that positions are stable whatever the CLI
// appends.
package gemini
