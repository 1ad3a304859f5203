// Package gemini reads sessions of Gemini CLI: JSON Lines of messages and snapshots, and the single JSON objects of
// versions before 0.39. A message replaces an earlier one with the same id; a snapshot replaces all messages.
//
// Such a file repeats a conversation many times: the CLI writes a message again when its tools have run, the whole
// history with each resume, and all of it under new ids when a turn was cancelled. A [conversation] finds the new
// content of a line. Entries stay at the line that brought them first, so positions are stable whatever the CLI
// appends.
package gemini
