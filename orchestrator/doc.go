// Package orchestrator holds the use cases: what stead does with sessions, step by step. It knows every part and no
// CLI.
//
// A run goes through four packages, in this order (run.go combines them, part.go holds the lasting state):
//
//	source    a reference becomes a session, cut or merged
//	delivery  that session in the target's store: the CLI and its folder, the policies, the proof
//	session   the CLI at work on it under a pty, until it ends
//	state     what the CLI is doing meanwhile: a pure reducer
//
// When a CLI's part has ended, failover.go hands the run over to the next CLI, and renew.go starts the same one again.
// resume.go continues a run that was interrupted. fork.go stops after the delivery. Contests (ab) and chains (chain)
// consist of runs.
//
// Until the CLI is started, a failure changes nothing.
package orchestrator
