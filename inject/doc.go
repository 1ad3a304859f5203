// Package inject defines the contract of a CLI's driver: how a session continues in the CLI ([Driver]), and how the CLI
// shows which session it opened and what it is doing ([Signaller]).
//
// Below it, policy decides which parts of a session are delivered, redaction masks its secrets, and injection writes it
// and proves that it arrived. Each other folder is the driver of one CLI.
//
// # Promises
//
// The source is never changed. An existing session is never overwritten. A failed write leaves nothing behind. The
// report names everything that is not delivered, with the reason and a count.
package inject
