// Package kimicli writes sessions for Kimi CLI, the Python program.
//
// The model gets the context file; the terminal draws the wire file beside it, with times. Lines that the CLI wrote
// itself are restored unchanged (restore.go); all others are converted (convert.go). Where a compaction replaced the
// context, the old one is written beside the new one, as the CLI does it (files.go). The CLI's own prompt is left out,
// so that the CLI adds the current one.
//
// The session's folder must be in the CLI's list before the CLI looks for a session there. In a folder that it does not
// know, it takes every session for a new one, and deletes the context there. So the list is written first (writer.go).
package kimicli
