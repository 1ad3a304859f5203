// Package claude writes sessions in Claude Code's format.
//
// Records that the CLI wrote itself are restored as they were (restore.go). All others are converted (convert.go) into
// the records that the CLI would have written: one for each content block, those of a response with the same
// message.id, each result following its own call. What a resumed session must look like so that the CLI takes it, sends
// all of it and draws it was found by experiment with 2.1.197; each rule stands where it is obeyed.
package claude
