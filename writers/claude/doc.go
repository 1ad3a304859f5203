// Package claude writes sessions in Claude Code's format.
//
// Records that the CLI wrote itself are restored unchanged (restore.go). All others are converted (convert.go) into the
// records that the CLI would have written: one for each content block, those of a response with the same message.id,
// each result after its own call. Experiments with 2.1.197 showed what a resumed session must look like so that the CLI
// accepts it, sends all of it and draws it. Each rule is documented at the code that follows it.
package claude
