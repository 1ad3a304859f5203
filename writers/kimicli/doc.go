// Package kimicli writes sessions for Kimi CLI, the Python program.
//
// The context file is what the model gets, the wire file beside it what the terminal draws, with times. Lines that the
// CLI wrote itself are restored as they were (restore.go); all others are converted (convert.go). Where a compaction
// replaced the context, the old one is written beside the new one, as the CLI does it (files.go). The CLI's own prompt
// is left out, so that it adds the present one.
//
// The session's folder must be in the CLI's list before it looks for a session there: of a folder that it does not
// know, it takes every session for a new one, and deletes the context that lies there. So the list is written first
// (writer.go).
package kimicli
