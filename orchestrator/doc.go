// Package orchestrator holds the use cases: what stead does with sessions, step by step. It knows every part and no CLI.
//
// A run goes through these steps, a file each:
//
//	origin.go     which session is continued, and where it came from itself
//	prepare.go    the target, the working folder, what is delivered
//	deliver.go    the run's record and journal, the session in the target's store
//	supervise.go  the CLI under a pty, its store followed, its terminal recorded
//	outcome.go    how it ended
//
// Until the CLI is started, every failure leaves things as they were.
package orchestrator
