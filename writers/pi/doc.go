// Package pi writes sessions in the format of the Pi coding agent, version 3.
//
// Records that the CLI wrote itself are restored as they were (restore.go). All others are converted (convert.go).
// Answers always have their usage: 0.73 ends without its totalTokens. Thinking is left out: that of another model would
// be pasted into the text.
package pi
