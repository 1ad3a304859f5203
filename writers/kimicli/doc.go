// Package kimicli writes sessions for Kimi CLI, the Python program.
//
// The model gets the context file; the terminal displays the wire file next to it, with times. Lines that the CLI wrote
// itself are restored unchanged (restore.go); all others are converted (convert.go). If a compaction replaced the
// context, the writer puts the old context next to the new one, as the CLI does (files.go). It omits the CLI's system
// prompt, so that the CLI adds the current one.
//
// The session's folder must be in the CLI's list before the CLI looks for a session there. In a folder that it does not
// know, it treats every session as new and deletes the existing context. Therefore the writer updates the list first
// (writer.go).
package kimicli
