// Package kimicli knows the native format of Kimi CLI, the Python program: where its sessions are stored, what the
// lines of a context file hold, which times and failures the wire file next to it records, and how its tools and their
// arguments relate to the universal ones. The reader, the writer and the driver share it. The TypeScript program of the
// same name, Kimi Code, has its own format.
//
// # Two files for one session
//
// The context file holds what the model sees, without times or model names. The wire file holds what the screen showed,
// with times. Before the CLI replaces the context (compaction, clearing, undo), it moves the old file aside:
// context_1.jsonl, context_2.jsonl and so on.
//
// Facts were found by running Kimi CLI 1.51.0 and reading its source, which the package holds, unless a comment says
// otherwise.
package kimicli
