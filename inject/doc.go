// Package inject delivers a session into another CLI: it decides what is delivered (the history and thinking policies,
// the target's window), has it written, checks what was written by reading it back, and knows through a [Driver] how the CLI is
// started on it and how it shows which session it took.
//
// # Promises
//
// The source is never changed; a session that exists is never overwritten; a failed write leaves nothing behind. What is
// not delivered is named in the report, with the reason and a count.
package inject
