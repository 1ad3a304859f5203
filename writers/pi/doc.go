// Package pi writes sessions in the format of the Pi coding agent, version 3.
//
// Records that the CLI wrote itself are restored unchanged (restore.go). All others are converted (convert.go). Answers
// always have their usage, because 0.73 exits if totalTokens is missing. Thinking is omitted: the CLI would paste the
// thinking of another model into the text.
package pi
