// Package orchestrator holds the use cases: what stead does with sessions, step by step. It knows every part and no CLI.
//
// A run goes through these steps, a file each:
//
//	source/       which session is continued, and where it came from itself
//	prepare.go    the target, the working folder, what is delivered
//	run_state.go  the run's record and journal
//	deliver.go    the session in the target's store
//	supervise.go  the CLI under a pty, its store followed, its terminal recorded
//	state/        what the CLI is doing: events change it, signals.go makes them of what the CLI shows
//	outcome.go    how the CLI's part ended
//	failover.go   the next CLI, when a limit has ended that part
//
// Beside them: orders.go (what a run is told), sync.go (its mirror in the source's CLI, with the mirror files and renew.go), resume.go (a run
// that was broken off).
//
// Until the CLI is started, every failure leaves things as they were.
package orchestrator
