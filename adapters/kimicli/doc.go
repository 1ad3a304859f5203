// Package kimicli knows the native format of Kimi CLI, the Python program: where its sessions lie, what the lines of a
// context file hold, what the wire file beside it tells of times and failures, and how its tools and their arguments
// relate to the universal ones. The reader, the writer and the driver share it. The TypeScript program of the same
// name, Kimi Code, has a format of its own.
//
// # Two files for one session
//
// The context file holds what the model sees, and neither times nor names of models. The wire file holds what the
// screen saw, with times. Before the CLI replaces the context (compaction, clearing, going back) it moves the old one
// aside: context_1.jsonl, context_2.jsonl and so on.
//
// Facts were found by running Kimi CLI 1.51.0 and reading its source, which the package holds, unless a comment says
// otherwise.
package kimicli
