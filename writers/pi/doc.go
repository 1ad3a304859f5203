// Package pi writes sessions in the format of the Pi coding agent, version 3.
//
// Records that the CLI wrote itself are restored unchanged (restore.go). All others are converted (convert.go). Answers
// always have their usage, because 0.73 ends without its totalTokens. Thinking is left out: the CLI would paste that
// of another model into the text.
package pi
