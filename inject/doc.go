// Package inject is the contract of a CLI's driver: how a session is continued in the CLI ([Driver]), and how the CLI
// shows which session it took and what it does ([Signaller]).
//
// Below it, policy decides what of a session is delivered, redaction masks its secrets, and injection writes it and
// proves that it arrived. Each other folder is the driver of one CLI.
//
// # Promises
//
// The source is never changed; a session that exists is never overwritten; a failed write leaves nothing behind. What
// is not delivered is named in the report, with the reason and a count.
package inject
